import { errorCode, errorReason } from '#client/lib/api-error.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'

/** A stream that was opened, as far as its user closes it. */
export type OpenStream = { unsubscribe(): void }

/** What a stream says. */
export type StreamListener = {
  /** Changes, with the mark to come back with. The first one comes as soon as the stream is there. */
  onChanges(mark: string, changes: ChangedEstimates): void
  /** The connection is lost; it is tried again. */
  onLost(): void
  /** It is over; with the server's reason where it gave one. */
  onEnd(error?: unknown): void
}

type LiveConnectionOptions = {
  /** Opens a stream from a mark on; undefined where the browser has no streams. */
  open: ((mark: string | undefined, listener: StreamListener) => OpenStream) | undefined
  hear(changes: ChangedEstimates): void
  session: {
    refresh(): Promise<unknown>
    /** Takes the server's word that nobody is signed in. */
    forget(): void
  }
}

/** A stream that says nothing for so long was swallowed by a proxy. */
const firstWordMs = 15_000
/** A connection that is back sooner was never lost, as far as people are concerned. */
const noticeAfterMs = 5_000
/** Without a stream it is looked for news this often, while the page is seen. */
const lookMs = 60_000
/** A page that was out of sight for longer has slept, and its connection may be dead without knowing. */
const longSleepMs = 60_000
/** A sign-out in this browser ends the stream a moment before the page hears of it. */
const signOutMs = 1_000
/** Between two visits of a page of the dashboard. */
const lingerMs = 2_000
const firstPauseMs = 1_000
const maxPauseMs = 30_000

type TimerName = 'retry' | 'firstWord' | 'notice' | 'linger'

const everything: ChangedEstimates = { created: [], changed: [], all: true }

/** The connection by which a tab hears of changes. */
export type LiveConnection = ReturnType<typeof createLiveConnection>

/** Keeps a stream open while somebody uses it, and comes back with the last mark whenever it was lost. */
export function createLiveConnection({ open, hear, session }: LiveConnectionOptions) {
  let users = 0
  let stream: OpenStream | undefined
  let isOpen = false
  let mark: string | undefined
  let pauseMs = firstPauseMs
  let refreshed = false
  let isLost = false
  let hiddenAt: number | undefined
  const timers: Partial<Record<TimerName, ReturnType<typeof setTimeout>>> = {}
  let looking: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()

  function later(name: TimerName, run: () => void, ms: number): void {
    clearTimeout(timers[name])
    timers[name] = setTimeout(run, ms)
  }

  function setLost(next: boolean): void {
    if (isLost === next) return
    isLost = next
    for (const listener of listeners) listener()
  }

  function disconnect(): void {
    clearTimeout(timers.retry)
    clearTimeout(timers.firstWord)
    stream?.unsubscribe()
    stream = undefined
    isOpen = false
  }

  /** Only what was there can be lost. */
  function lose(): void {
    if (isOpen) later('notice', () => setLost(true), noticeAfterMs)
    isOpen = false
  }

  function retry(ms = pauseMs): void {
    if (looking === undefined) return
    lose()
    disconnect()
    refreshed = false
    later('retry', connect, ms * (0.75 + Math.random() / 2))
    pauseMs = Math.min(2 * pauseMs, maxPauseMs)
  }

  function connect(): void {
    if (!open || looking === undefined) return
    lose()
    disconnect()
    // What a stream says after it was given up counts no more.
    let current = true
    const ifCurrent =
      <Given extends unknown[]>(run: (...given: Given) => void) =>
      (...given: Given) => {
        if (current) run(...given)
      }
    const opened = open(mark, {
      onChanges: ifCurrent(arrive),
      onLost: ifCurrent(() => {
        lose()
        later('firstWord', connect, firstWordMs)
      }),
      onEnd: ifCurrent(end),
    })
    stream = {
      unsubscribe() {
        current = false
        opened.unsubscribe()
      },
    }
    later('firstWord', () => retry(), firstWordMs)
  }

  function arrive(next: string, changes: ChangedEstimates): void {
    clearTimeout(timers.firstWord)
    clearTimeout(timers.notice)
    mark = next
    isOpen = true
    refreshed = false
    pauseMs = firstPauseMs
    setLost(false)
    if (changes.all || changes.created.length + changes.changed.length > 0) hear(changes)
  }

  function end(error?: unknown): void {
    if (errorReason(error) === 'session_not_found') renew()
    else if (errorReason(error) === 'insufficient_role') {
      // The pages read anew, and show what the server says.
      hear(everything)
      retry(lookMs)
    } else if (errorCode(error) === 'TOO_MANY_REQUESTS') retry(lookMs)
    else retry()
  }

  /** The access token may have expired while the page was out of sight. */
  function renew(): void {
    if (refreshed) {
      disconnect()
      session.forget()
      return
    }
    refreshed = true
    lose()
    disconnect()
    later('retry', () => void session.refresh().then(connect, () => retry()), signOutMs)
  }

  function onVisibility(): void {
    if (document.visibilityState !== 'visible') {
      hiddenAt = Date.now()
      return
    }
    const sleptMs = hiddenAt === undefined ? 0 : Date.now() - hiddenAt
    hiddenAt = undefined
    if (!isOpen || sleptMs > longSleepMs) connect()
  }

  function onOffline(): void {
    retry()
  }

  function start(): void {
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', connect)
    window.addEventListener('offline', onOffline)
    looking = setInterval(() => {
      if (!isOpen && document.visibilityState === 'visible') hear(everything)
    }, lookMs)
    connect()
  }

  function stop(): void {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', connect)
    window.removeEventListener('offline', onOffline)
    clearInterval(looking)
    looking = undefined
    disconnect()
    clearTimeout(timers.notice)
    setLost(false)
  }

  return {
    /** Uses the connection until the returned function is called. It outlasts a change from page to page. */
    use(): () => void {
      users += 1
      clearTimeout(timers.linger)
      if (looking === undefined) start()
      return () => {
        users -= 1
        if (users === 0) later('linger', stop, lingerMs)
      }
    },
    /** Ends it at once. */
    close(): void {
      clearTimeout(timers.linger)
      stop()
    },
    /** Whether it was there and has been away for some seconds. */
    isLost: () => isLost,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
