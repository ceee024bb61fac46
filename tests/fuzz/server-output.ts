type LogLine = {
  readonly level?: string
  readonly msg?: string
  readonly err?: { readonly type?: string; readonly code?: string; readonly stack?: string }
}

const fault = 'error'
const end = 'fatal'
/** What calls answer with 503, which is allowed: where the processor is scarce, connections are waited for too long. */
const databaseAway = 'DatabaseUnavailable'
const longest = 300
/** What a server prints for the person who starts it. */
const greeting = / is open at http/

/** What a server has printed that tells of a fault: errors in its log, and whatever is not of its log. */
export function faultLines(output: string): string[] {
  return linesOf(output).flatMap((line) => {
    const { level, err } = line
    if (level === undefined) return [line.text]
    return level === fault && err?.type !== databaseAway ? [described(line)] : []
  })
}

/** Why a server says that it ends, which it says before it does; undefined where it goes on. */
export function lastWordsIn(output: string): string | undefined {
  if (!output.includes(`"${end}"`)) return undefined
  const last = linesOf(output).find(({ level }) => level === end)
  return last && described(last)
}

function linesOf(output: string) {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !greeting.test(line))
    .map((line) => ({ ...readLine(line), text: line.slice(0, longest) }))
}

function described({ msg, err }: LogLine): string {
  const where = err?.stack?.split('\n')[0]?.trim()
  return [msg, err?.type, err?.code, where].filter(Boolean).join(' ').slice(0, longest)
}

function readLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    // Not from the log: Node's own last words, for instance.
    return {}
  }
}
