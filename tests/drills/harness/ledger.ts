import { createHash } from 'node:crypto'
import { appendFileSync, rmSync } from 'node:fs'

/** What a client may be sure of after one request. */
export type Verdict =
  /** Answered with a reference: it must be stored. */
  | { readonly result: 'acknowledged'; readonly reference: string }
  /** Answered 4xx: it must not be stored. */
  | { readonly result: 'refused'; readonly status: number }
  /** Answered 5xx, or not at all: it may be stored or not, and sending it again decides. */
  | { readonly result: 'unknown'; readonly status: number | undefined; readonly reason: string }

export type Entry = {
  readonly key: string
  readonly email: string
  reference?: string
  refused?: number
  /** How often it was sent. */
  sent: number
}

/**
 * What the clients were told, kept outside of the server: with the database and the mails received it is the truth that
 * a drill goes by. Each answer is also a line of a file, which is only ever added to.
 */
export class Ledger {
  readonly #file: string
  readonly #entries = new Map<string, Entry>()
  /** A request key that was answered with two references. */
  readonly contradictions: string[] = []
  acknowledgements = 0
  readonly statuses = new Map<string, number>()

  constructor(file: string) {
    this.#file = file
  }

  /** Notes that a request is about to be sent. */
  sending(input: { readonly requestKey: string; readonly email: string }): void {
    const entry = this.#entries.get(input.requestKey) ?? { key: input.requestKey, email: input.email, sent: 0 }
    entry.sent += 1
    this.#entries.set(input.requestKey, entry)
  }

  /** Notes an answer, or that none came. */
  note(input: { readonly requestKey: string }, verdict: Verdict): void {
    const entry = this.#entries.get(input.requestKey)
    if (!entry) throw new Error('an answer to what was never sent')
    const body = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
    appendFileSync(this.#file, `${JSON.stringify({ at: Date.now(), key: entry.key, body, ...verdict })}\n`)
    const name = nameOf(verdict)
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1)
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

  /** Deletes its file. */
  remove(): void {
    rmSync(this.#file, { force: true })
  }

  /** How many answers of each status, and how many connections that broke. */
  summary(): string {
    return [...this.statuses].map(([name, count]) => `${count} × ${name}`).join(', ')
  }
}

function nameOf(verdict: Verdict): string {
  if (verdict.result === 'acknowledged') return '200'
  return String(verdict.status ?? (verdict.result === 'unknown' ? verdict.reason : ''))
}
