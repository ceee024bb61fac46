/** How often it is looked at whether the tokens have to be renewed. */
export const tickMs = 30_000

/** With so many ticks left or fewer they are renewed. */
const ticksBeforeExpiry = 3

type RefreshTickerOptions = {
  /** Until the access token expires. */
  timeLeftMs(): number
  refresh(): Promise<unknown>
}

/** Renews the tokens in time while somebody is signed in and the page is seen. The constants are those of auth-js. */
export function createRefreshTicker({ timeLeftMs, refresh }: RefreshTickerOptions) {
  let wanted = false
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    if (Math.floor(timeLeftMs() / tickMs) > ticksBeforeExpiry) return
    // A failure that ends the session has done so; after any other the next tick tries again.
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
    /** Whether somebody is signed in. */
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
