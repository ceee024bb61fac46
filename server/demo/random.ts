/** Chance that is the same with every run, for made-up data. Not for secrets. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to below 1; the generator is mulberry32. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to below a limit. */
  readonly below = (limit: number): number => Math.floor(this.next() * limit)

  /** A whole number from one to below another. */
  between(least: number, limit: number): number {
    return least + this.below(limit - least)
  }

  /** Whether something happens that happens with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of a list. */
  pick<Item>(list: readonly [Item, ...Item[]]): Item {
    return list[this.below(list.length)] ?? list[0]
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }
}
