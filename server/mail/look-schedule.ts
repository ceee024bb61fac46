/** Calls somebody back at the earliest of the moments asked for. Its timer keeps no process alive. */
export class PollTimer {
  readonly #look: () => void
  #timer: { readonly handle: NodeJS.Timeout; readonly due: number } | undefined
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(look: () => void) {
    this.#look = look
  }

  /** Calls back after so many milliseconds at the latest. */
  within(ms: number): void {
    const due = performance.now() + ms
    if (this.#timer && this.#timer.due <= due) return
    this.clear()
    const handle = setTimeout(() => {
      this.#timer = undefined
      this.#look()
    }, ms).unref()
    this.#timer = { handle, due }
  }

  /** Asks for quiet for so many milliseconds, then calls back. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms)
    this.within(ms)
  }

  /** Milliseconds until the pause is over, 0 without one. */
  pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - performance.now())
  }

  clear(): void {
    clearTimeout(this.#timer?.handle)
    this.#timer = undefined
  }
}
