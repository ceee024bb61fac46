import { type ChangedEstimates, maxIdsPerEvent } from '#shared/estimates/live-changes.ts'

/** What a transaction has done, as far as others need to hear of it at once. */
export type Committed = ChangedEstimates & {
  /** Sessions have ended, or somebody's role is another. */
  readonly people: boolean
}

/** What others hear of new requests: those that were set aside are no news, only their number is. */
export function committedEstimates(
  estimates: readonly { readonly id: string; readonly quarantinedAt: Date | null }[],
): Pick<Committed, 'created' | 'changed'> {
  const idsOf = (setAside: boolean) =>
    estimates.filter(({ quarantinedAt }) => (quarantinedAt !== null) === setAside).map(({ id }) => id)
  return { created: idsOf(false), changed: idsOf(true) }
}

/** Gathers changes until somebody takes them. However many come, it stays small. */
export class ChangeSet {
  readonly #created = new Set<string>()
  readonly #changed = new Set<string>()
  #all = false
  #people = false

  add({ created = [], changed = [], all = false, people = false }: Partial<Committed>): void {
    for (const id of created) this.#created.add(id)
    for (const id of changed) this.#changed.add(id)
    this.#people ||= people
    this.#all ||= all || this.#created.size + this.#changed.size > maxIdsPerEvent
    if (!this.#all) return
    this.#created.clear()
    this.#changed.clear()
  }

  get isEmpty(): boolean {
    return !this.#all && !this.#people && this.#created.size + this.#changed.size === 0
  }

  /** What was gathered. It begins anew after that. */
  take(): Committed {
    const taken = { created: [...this.#created], changed: [...this.#changed], all: this.#all, people: this.#people }
    this.#created.clear()
    this.#changed.clear()
    this.#all = false
    this.#people = false
    return taken
  }
}
