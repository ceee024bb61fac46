import { bytesOf, type HttpRequest, type RawExchange, type Step } from './step.ts'

export type Finding = {
  readonly what: string
  /** The requests that reproduce it. */
  readonly steps: readonly Step[]
  /** Whether the requests alone have reproduced it. */
  readonly isConfirmed: boolean
  times: number
}

/** One finding for each fault and family of requests. */
export class Findings {
  readonly #byKey = new Map<string, Finding>()

  /** @returns whether it is new */
  add(what: string, steps: readonly Step[], isConfirmed = true): boolean {
    const key = `${what.replaceAll(/\d+/g, '#')} ${steps[0]?.family ?? ''}`
    const known = this.#byKey.get(key)
    if (known) {
      known.times += 1
      return false
    }
    this.#byKey.set(key, { what, steps, isConfirmed, times: 1 })
    return true
  }

  get all(): readonly Finding[] {
    return [...this.#byKey.values()]
  }
}

/** The limit of a printed request. A replay sends all of it. */
const maxPrintedLength = 3_000
const maxListed = 5

/** Describes a finding with the command that reproduces it. */
export function describeFinding({ what, steps, isConfirmed, times }: Finding, replay: string): string {
  const first = steps[0]
  const numbers = steps.map(({ number }) => number).join(',')
  const seen = [times > 1 ? `${times} times` : '', isConfirmed ? '' : 'not seen again when replayed']
    .filter(Boolean)
    .join(', ')
  const listed = steps.slice(0, maxListed).map((step) => `  step ${step.number}: ${step.family} (${step.caller})`)
  return [
    `- ${what}${seen ? ` (${seen})` : ''}`,
    ...listed,
    ...(steps.length > maxListed ? [`  and ${steps.length - maxListed} more`] : []),
    ...(numbers ? [`  replay: ${replay} --only ${numbers}`] : []),
    ...(first && steps.length === 1 ? [`  ${printed(first.request)}`] : []),
  ].join('\n')
}

function printed(request: HttpRequest | RawExchange): string {
  if (request.kind === 'http') return curlOf(request)
  const { ending, delayMs, copies, pieces } = request
  const base64 = Buffer.from(request.bytes, 'latin1').toString('base64')
  const manner = `${copies} at once, in ${pieces} pieces, then "${ending}" after ${delayMs} ms`
  return `bytes (base64; ${manner}): ${cut(base64)}`
}

function curlOf(request: HttpRequest): string {
  const { method, path, headers, body } = request
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === undefined ? [] : ['--data-binary', quoted(body)]
  const command = ['curl', '-X', method, ...lines, ...data, quoted(`http://127.0.0.1:PORT${path}`)].join(' ')
  if (command.length <= maxPrintedLength) return command
  return `bytes (base64): ${cut(Buffer.from(bytesOf(request), 'latin1').toString('base64'))}`
}

function cut(text: string): string {
  return text.length <= maxPrintedLength ? text : `${text.slice(0, maxPrintedLength)}… (${text.length} characters)`
}
