import { createHash } from 'node:crypto'
import { appendFileSync, rmSync } from 'node:fs'
import { Tally } from './tally.ts'

/** A client's knowledge after one request. */
export type Verdict =
  /** It must be stored. */
  | { readonly result: 'acknowledged'; readonly reference: string }
  /** After a 4xx it must not be stored. */
  | { readonly result: 'refused'; readonly status: number }
  /** After a 5xx or no response it may be stored; sending it again decides. */
  | {
      readonly result: 'unknown'
      readonly status: number | undefined
      readonly reason: string
      /** The header in seconds, NaN where the response had none. */
      readonly retryAfter?: number
    }

export type Entry = {
  readonly key: string
  readonly email: string
  reference?: string
  refused?: number
  sent: number
}

/** Records what the clients were told. Each response is also a line of an append-only file. */
export class Ledger {
  readonly #file: string
  readonly #entries = new Map<string, Entry>()
  /** Request keys that got two references. */
  readonly contradictions: string[] = []
  acknowledgements = 0
  readonly statuses = new Tally()
  /** What each 503 said, in seconds; NaN where it said nothing. */
  readonly retryAfters = new Set<number>()

  constructor(file: string) {
    this.#file = file
  }

  /** Records that a request is about to be sent. */
  sending(input: { readonly requestKey: string; readonly email: string }): void {
    const entry = this.#entries.get(input.requestKey) ?? { key: input.requestKey, email: input.email, sent: 0 }
    entry.sent += 1
    this.#entries.set(input.requestKey, entry)
  }

  /** Records a response, or its absence. */
  note(input: { readonly requestKey: string }, verdict: Verdict): void {
    const entry = this.#entries.get(input.requestKey)
    if (!entry) throw new Error('a response to an estimate that was never sent')
    const body = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
    appendFileSync(this.#file, `${JSON.stringify({ at: Date.now(), key: entry.key, body, ...verdict })}\n`)
    this.statuses.note(nameOf(verdict))
    if (verdict.result === 'unknown' && verdict.status === 503) this.retryAfters.add(verdict.retryAfter ?? Number.NaN)
    if (verdict.result === 'refused') entry.refused = verdict.status
    if (verdict.result !== 'acknowledged') return
    this.acknowledgements += 1
    if (entry.reference !== undefined && entry.reference !== verdict.reference) this.contradictions.push(entry.key)
    entry.reference = verdict.reference
  }

  get entries(): readonly Entry[] {
    return [...this.#entries.values()]
  }

  get acknowledged(): readonly Entry[] {
    return this.entries.filter(({ reference }) => reference !== undefined)
  }

  remove(): void {
    rmSync(this.#file, { force: true })
  }

  /** Responses by status, and broken connections. */
  summary(): string {
    return this.statuses.summary()
  }
}

function nameOf(verdict: Verdict): string {
  if (verdict.result === 'acknowledged') return '200'
  return String(verdict.status ?? (verdict.result === 'unknown' ? verdict.reason : ''))
}
