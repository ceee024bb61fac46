import { createHash } from 'node:crypto'

/** Random choices that come out the same for the same seed. */
export class Random {
  readonly #seed: string
  #state: number

  constructor(seed: string) {
    this.#seed = seed
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE()
  }

  /** An independent source for one part of a drill, so that its choices do not depend on how the parts take turns. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`)
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }

  /** A version 4 UUID. */
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.integer(0, 15).toString(16))
    hex[12] = '4'
    hex[16] = this.pick(['8', '9', 'a', 'b'])
    return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
}
