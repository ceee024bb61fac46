import { errorCode, errorReason } from '#client/lib/api-error.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { type ChangeStream, createTimer, type OpenStream, withWatchdog } from './stream-watchdog.ts'

const minPauseMs = 1_000
const maxPauseMs = 30_000
const pollIntervalMs = 60_000
const noticeAfterMs = 5_000

/** Varies a pause by up to 25%, so that not all pages return at once after an outage. */
function withJitter(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}

type LiveConnectionOptions = {
  /** Undefined if the browser has no streams. */
  open: OpenStream | undefined
  onChanges(changes: ChangedEstimates): void
  session: {
    refresh(): Promise<unknown>
    /** It is called when the server reports a missing session. */
    forget(): void
  }
}

/** A page hidden for longer may have slept through the loss of its connection. */
const maxHiddenMs = 60_000
/** A sign-out in this browser ends the stream shortly before the page learns of it. */
const signOutMs = 1_000
/** The connection stays open between two pages of the dashboard. */
const lingerMs = 2_000

const everything: ChangedEstimates = { created: [], changed: [], all: true }

/** A tab's only connection: open while a page uses it, and resumed from the last event after each loss. */
export function createLiveConnection(options: LiveConnectionOptions) {
  const outage = createOutage()
  const stream = createResumedStream(options, outage)
  const lingerTimer = createTimer()
  let users = 0
  let watching: AbortController | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let hiddenAt: number | undefined

  function onVisibilityChange(): void {
    const isVisible = document.visibilityState === 'visible'
    const isStale = hiddenAt !== undefined && Date.now() - hiddenAt > maxHiddenMs
    hiddenAt = isVisible ? undefined : Date.now()
    if (isVisible && (!stream.isOpen() || isStale)) stream.reconnect()
  }

  function poll(): void {
    if (document.visibilityState === 'visible' && !stream.isOpen()) options.onChanges(everything)
  }

  function start(): void {
    watching = new AbortController()
    const { signal } = watching
    document.addEventListener('visibilitychange', onVisibilityChange, { signal })
    window.addEventListener('online', stream.reconnect, { signal })
    window.addEventListener('offline', () => stream.retry(), { signal })
    polling = setInterval(poll, pollIntervalMs)
    stream.start()
  }

  function stop(): void {
    watching?.abort()
    watching = undefined
    clearInterval(polling)
    stream.stop()
    outage.end()
  }

  return {
    /** Keeps the connection open until the returned function is called. */
    acquire(): () => void {
      users += 1
      lingerTimer.clear()
      if (!watching) start()
      return () => {
        users -= 1
        if (users === 0) lingerTimer.start(stop, lingerMs)
      }
    },
    close(): void {
      lingerTimer.clear()
      stop()
    },
    isLost: outage.isLost,
    subscribe: outage.subscribe,
  }
}

/** Opens the stream again after each loss, from when it is started until it is stopped. */
function createResumedStream(
  { open, onChanges, session }: LiveConnectionOptions,
  outage: ReturnType<typeof createOutage>,
) {
  const openStream = open && withWatchdog(open)
  const retryTimer = createTimer()
  let isWanted = false
  let stream: ChangeStream | undefined
  let isOpen = false
  let lastEventId: string | undefined
  let hasRefreshed = false
  let pauseMs = minPauseMs

  /** The network may need a moment more, so a failed attempt is not followed by a pause that grew meanwhile. */
  function reconnect(): void {
    pauseMs = minPauseMs
    connect()
  }

  function interrupted(): void {
    if (isOpen) outage.begin()
    isOpen = false
  }

  function disconnect(): void {
    retryTimer.clear()
    stream?.unsubscribe()
    stream = undefined
    interrupted()
  }

  function connect(): void {
    if (!openStream || !isWanted) return
    disconnect()
    stream = openStream(lastEventId, { onChanges: receive, onLost: interrupted, onEnd: ended })
  }

  /** @param ms by default, twice as long as the last time, up to a maximum */
  function retry(ms?: number): void {
    if (!isWanted) return
    disconnect()
    hasRefreshed = false
    retryTimer.start(connect, withJitter(ms ?? pauseMs))
    if (ms === undefined) pauseMs = Math.min(2 * pauseMs, maxPauseMs)
  }

  function receive(eventId: string, changes: ChangedEstimates): void {
    lastEventId = eventId
    isOpen = true
    hasRefreshed = false
    pauseMs = minPauseMs
    outage.end()
    if (changes.all || changes.people || changes.created.length + changes.changed.length > 0) onChanges(changes)
  }

  function ended(error?: unknown): void {
    if (errorReason(error) === 'session_not_found') refreshSession()
    else if (errorReason(error) === 'insufficient_role') {
      // The pages refetch, and show the server's refusal.
      onChanges(everything)
      retry(pollIntervalMs)
    } else if (errorCode(error) === 'TOO_MANY_REQUESTS') retry(pollIntervalMs)
    else retry()
  }

  /** The access token may have expired while the page was hidden. */
  function refreshSession(): void {
    disconnect()
    if (hasRefreshed) {
      session.forget()
      return
    }
    hasRefreshed = true
    retryTimer.start(() => void session.refresh().then(connect, () => retry()), signOutMs)
  }

  return {
    isOpen: () => isOpen,
    start(): void {
      isWanted = true
      connect()
    },
    stop(): void {
      isWanted = false
      disconnect()
    },
    reconnect,
    retry,
  }
}

/** Short interruptions do not count as lost. */
function createOutage() {
  const timer = createTimer()
  const listeners = new Set<() => void>()
  let isLost = false

  function set(next: boolean): void {
    if (isLost === next) return
    isLost = next
    for (const listener of listeners) listener()
  }

  return {
    begin: (): void => timer.start(() => set(true), noticeAfterMs),
    end(): void {
      timer.clear()
      set(false)
    },
    isLost: () => isLost,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
