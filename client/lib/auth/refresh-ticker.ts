const tickMs = 30_000

/** Tokens are refreshed with this many ticks left, or fewer. */
const ticksBeforeExpiry = 3

type RefreshTickerOptions = {
  timeLeftMs(): number
  refresh(): Promise<unknown>
}

/** Refreshes the tokens while the page is visible. The constants are those of auth-js. */
export function createRefreshTicker({ timeLeftMs, refresh }: RefreshTickerOptions) {
  let wanted = false
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    if (Math.floor(timeLeftMs() / tickMs) > ticksBeforeExpiry) return
    // The next tick tries again, unless the failure has ended the session.
    refresh().catch(() => undefined)
  }

  function update(): void {
    const runs = wanted && document.visibilityState === 'visible'
    if (runs && timer === undefined) {
      timer = setInterval(tick, tickMs)
      tick()
    }
    if (runs || timer === undefined) return
    clearInterval(timer)
    timer = undefined
  }

  document.addEventListener('visibilitychange', update)

  return {
    run(on: boolean): void {
      wanted = on
      update()
    },
    close(): void {
      document.removeEventListener('visibilitychange', update)
      wanted = false
      update()
    },
  }
}
