type LogLine = {
  readonly level?: string
  readonly msg?: string
  readonly err?: { readonly type?: string; readonly code?: string; readonly stack?: string }
}

const fault = 'error'
const end = 'fatal'
/** A 503 is allowed: a busy machine waits too long for connections. */
const databaseAway = 'DatabaseUnavailable'
const maxLength = 300
const greeting = / is open at http/

/** Errors in the log, and lines that are not from the log. */
export function faultLines(output: string): string[] {
  return linesOf(output).flatMap((line) => {
    const { level, err } = line
    if (level === undefined) return [line.text]
    return level === fault && err?.type !== databaseAway ? [described(line)] : []
  })
}

/** The reason that a server logs before it exits. */
export function fatalErrorIn(output: string): string | undefined {
  if (!output.includes(`"${end}"`)) return undefined
  const last = linesOf(output).find(({ level }) => level === end)
  return last && described(last)
}

function linesOf(output: string) {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !greeting.test(line))
    .map((line) => ({ ...readLine(line), text: line.slice(0, maxLength) }))
}

function described({ msg, err }: LogLine): string {
  const where = err?.stack?.split('\n')[0]?.trim()
  return [msg, err?.type, err?.code, where].filter(Boolean).join(' ').slice(0, maxLength)
}

function readLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    // The line is not from the log.
    return {}
  }
}
