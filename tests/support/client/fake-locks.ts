type Held = { readonly name: string; readonly mode: LockMode }

/** The browser's locks, shared by the tabs of a test: the test environment has none. */
export class FakeLocks {
  readonly #held = new Set<Held>()
  readonly #last = new Map<string, Promise<unknown>>()

  async request(name: string, ...[options, work]: [LockOptions, () => unknown] | [() => unknown]): Promise<unknown> {
    const mode = typeof options === 'function' ? 'exclusive' : (options.mode ?? 'exclusive')
    const run = typeof options === 'function' ? options : work
    const before = mode === 'exclusive' ? this.#last.get(name) : undefined
    const done = (async () => {
      await before
      const held = { name, mode }
      this.#held.add(held)
      try {
        return await run?.()
      } finally {
        this.#held.delete(held)
      }
    })()
    if (mode === 'exclusive') this.#last.set(name, done)
    return await done
  }

  async query(): Promise<{ held: Held[] }> {
    return { held: [...this.#held] }
  }
}
