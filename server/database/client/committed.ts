import { type ChangedEstimates, maxIdsPerEvent } from '#shared/estimates/live-changes.ts'

export type Committed = ChangedEstimates & {
  /** It is true when sessions ended or roles changed. */
  readonly people: boolean
}

/** Quarantined estimates count as changed, because pages show only their number. */
export function committedEstimates(
  estimates: readonly { readonly id: string; readonly quarantinedAt?: Date | string | null | undefined }[],
): Pick<Committed, 'created' | 'changed'> {
  const getIds = (isQuarantined: boolean) =>
    estimates.filter(({ quarantinedAt }) => Boolean(quarantinedAt) === isQuarantined).map(({ id }) => id)
  return { created: getIds(false), changed: getIds(true) }
}

/** Replaces ids by `all` beyond {@link maxIdsPerEvent}. */
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

  take(): Committed {
    const taken = { created: [...this.#created], changed: [...this.#changed], all: this.#all, people: this.#people }
    this.#created.clear()
    this.#changed.clear()
    this.#all = false
    this.#people = false
    return taken
  }
}
