import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'

export type ChangeStream = { unsubscribe(): void }

export type StreamListener = {
  /** Called with an event id to resume from, first when the stream opens. */
  onChanges(eventId: string, changes: ChangedEstimates): void
  /** The browser reopens the broken connection. */
  onLost(): void
  /** It gets the server's reason, if there is one. */
  onEnd(error?: unknown): void
}

export type OpenStream = (lastEventId: string | undefined, listener: StreamListener) => ChangeStream

/** A buffering proxy accepts the request but holds the stream back. */
const openTimeoutMs = 15_000

/** Ends a stream that does not open or reopen in time. A closed stream no longer calls its listener. */
export function withWatchdog(open: OpenStream): OpenStream {
  return (lastEventId, listener) => {
    const timer = createTimer()
    let isClosed = false

    function close(): void {
      isClosed = true
      timer.clear()
      stream.unsubscribe()
    }

    function startTimer(): void {
      timer.start(() => {
        close()
        listener.onEnd()
      }, openTimeoutMs)
    }

    const stream = open(lastEventId, {
      onChanges(eventId, changes) {
        if (isClosed) return
        timer.clear()
        listener.onChanges(eventId, changes)
      },
      onLost() {
        if (isClosed) return
        startTimer()
        listener.onLost()
      },
      onEnd(error) {
        if (isClosed) return
        close()
        listener.onEnd(error)
      },
    })
    startTimer()
    return { unsubscribe: close }
  }
}

/** Starting it again replaces the previous timeout. */
export function createTimer() {
  let timeout: ReturnType<typeof setTimeout> | undefined
  return {
    start(run: () => void, ms: number): void {
      clearTimeout(timeout)
      timeout = setTimeout(run, ms)
    },
    clear: (): void => clearTimeout(timeout),
  }
}
