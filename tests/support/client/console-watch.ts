import { vi } from 'vitest'

let output: string[] = []
let expected: RegExp[] = []

/** Records errors and warnings instead of printing them. */
export function watchConsole(): void {
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      output.push(`${level}: ${parts.map(String).join(' ')}`)
    })
  }
}

/** Says that the test in hand makes the site log an error or a warning; any other one fails it. */
export function expectConsole(pattern: RegExp): void {
  expected.push(pattern)
}

export function consoleOutput(): readonly string[] {
  return output
}

/** Returns unexpected lines, and expected lines that are missing. */
export function unexpectedConsoleOutput(): string[] {
  const surprising = output.filter((line) => !expected.some((pattern) => pattern.test(line)))
  const missing = expected.filter((pattern) => !output.some((line) => pattern.test(line)))
  return [...surprising, ...missing.map((pattern) => `never logged: ${pattern}`)]
}

export function forgetConsole(): void {
  output = []
  expected = []
}
