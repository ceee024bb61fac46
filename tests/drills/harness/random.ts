import { createHash } from 'node:crypto'

/** The numbers are reproducible by the seed. */
export class Random {
  readonly #seed: string
  #state: number

  constructor(seed: string) {
    this.#seed = seed
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE()
  }

  /** An independent generator, for parts of a drill that run concurrently. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`)
  }

  /** @returns 0 to 1, exclusive (mulberry32) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Both ends are included. */
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

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.integer(0, 15).toString(16))
    hex[12] = '4'
    hex[16] = this.pick(['8', '9', 'a', 'b'])
    return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
}
