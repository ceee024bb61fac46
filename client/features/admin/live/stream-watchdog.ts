import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { createTimer } from './timer.ts'

export type ChangeStream = { unsubscribe(): void }

export type StreamListener = {
  /** Called with an event id to resume from. The first call comes as soon as the stream is open. */
  onChanges(eventId: string, changes: ChangedEstimates): void
  /** The connection broke off and the browser opens it again. */
  onLost(): void
  /** The stream is over, with the server's reason where it gave one. */
  onEnd(error?: unknown): void
}

export type OpenStream = (lastEventId: string | undefined, listener: StreamListener) => ChangeStream

/** A proxy that buffers lets the request through and holds the stream back. */
const openTimeoutMs = 15_000

/** Ends a stream that does not open in time, or not again. A closed stream calls its listener no more. */
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
