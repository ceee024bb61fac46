/** Do not use it for secrets. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a number from 0 to below 1, by mulberry32. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  readonly below = (limit: number): number => Math.floor(this.next() * limit)

  between(min: number, limit: number): number {
    return min + this.below(limit - min)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(list: readonly [Item, ...Item[]]): Item {
    return list[this.below(list.length)] ?? list[0]
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }
}
