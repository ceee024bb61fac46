import { errorCode, errorReason } from '#client/lib/api-error.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { createOutage } from './outage.ts'
import { pollIntervalMs, watchPage } from './page-watchdog.ts'
import { type ChangeStream, type OpenStream, withWatchdog } from './stream-watchdog.ts'
import { createTimer } from './timer.ts'

const minPauseMs = 1_000
const maxPauseMs = 30_000

/** The pauses between attempts to reconnect: each is twice the one before, up to a maximum. */
function createBackoff() {
  let pauseMs = minPauseMs
  return {
    next(): number {
      const next = pauseMs
      pauseMs = Math.min(2 * pauseMs, maxPauseMs)
      return next
    },
    reset(): void {
      pauseMs = minPauseMs
    },
  }
}

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

export type LiveConnection = ReturnType<typeof createLiveConnection>

/** A tab's only connection: open while a page uses it, and resumed from the last event after each loss. */
export function createLiveConnection(options: LiveConnectionOptions) {
  const outage = createOutage()
  const stream = createResumedStream(options, outage)
  const lingerTimer = createTimer()
  let users = 0
  let stopWatching: (() => void) | undefined

  function start(): void {
    stopWatching = watchPage({
      onVisible(hiddenMs) {
        if (!stream.isOpen() || hiddenMs > maxHiddenMs) stream.reconnect()
      },
      onOnline: stream.reconnect,
      onOffline: () => stream.retry(),
      onPoll() {
        if (!stream.isOpen()) options.onChanges(everything)
      },
    })
    stream.start()
  }

  function stop(): void {
    stopWatching?.()
    stopWatching = undefined
    stream.stop()
    outage.end()
  }

  return {
    /** Keeps the connection open until the returned function is called. */
    acquire(): () => void {
      users += 1
      lingerTimer.clear()
      if (!stopWatching) start()
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
  const backoff = createBackoff()
  const retryTimer = createTimer()
  let isWanted = false
  let stream: ChangeStream | undefined
  let isOpen = false
  let lastEventId: string | undefined
  let hasRefreshed = false

  /** The network may need a moment more, so a failed attempt is not followed by a pause that grew meanwhile. */
  function reconnect(): void {
    backoff.reset()
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

  function retry(pauseMs = backoff.next()): void {
    if (!isWanted) return
    disconnect()
    hasRefreshed = false
    retryTimer.start(connect, withJitter(pauseMs))
  }

  function receive(eventId: string, changes: ChangedEstimates): void {
    lastEventId = eventId
    isOpen = true
    hasRefreshed = false
    backoff.reset()
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
