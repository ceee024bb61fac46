/** Runs at the earliest requested time and does not keep the process alive. */
export class PollTimer {
  readonly #poll: () => void
  #timer: { readonly handle: NodeJS.Timeout; readonly due: number } | undefined
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(poll: () => void) {
    this.#poll = poll
  }

  within(ms: number): void {
    const due = performance.now() + ms
    if (this.#timer && this.#timer.due <= due) return
    this.clear()
    const handle = setTimeout(() => {
      this.#timer = undefined
      this.#poll()
    }, ms).unref()
    this.#timer = { handle, due }
  }

  /** The callback checks {@link pauseLeft} itself. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms)
    this.within(ms)
  }

  /** Returns milliseconds. */
  pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - performance.now())
  }

  clear(): void {
    clearTimeout(this.#timer?.handle)
    this.#timer = undefined
  }
}
