import { TRPCClientError } from '@trpc/client'
import { apiPath } from '#client/lib/api-link.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { type ChangeStream, createTimer, type StreamListener } from './stream-watchdog.ts'

/** The server pings every 15 seconds, so a stream that is silent for longer is dead. */
const maxSilenceMs = 40_000

/** Reads a tRPC subscription without tRPC's own link, which shares a module with the visitors' pages. */
export function openChangeStream(lastEventId: string | undefined, listener: StreamListener): ChangeStream {
  const input = encodeURIComponent(JSON.stringify({ lastEventId }))
  const source = new EventSource(`${apiPath}/estimates.changes?input=${input}`)
  const silence = createTimer()

  function close(): void {
    silence.clear()
    source.close()
  }

  function end(error?: unknown): void {
    close()
    listener.onEnd(error)
  }

  function restartSilence(): void {
    silence.start(end, maxSilenceMs)
  }

  source.addEventListener('connected', restartSilence)
  source.addEventListener('ping', restartSilence)
  source.addEventListener('message', ({ data, lastEventId: eventId }: MessageEvent<string>) => {
    restartSilence()
    const changes: ChangedEstimates = JSON.parse(data)
    listener.onChanges(eventId, changes)
  })
  source.addEventListener('serialized-error', ({ data }: MessageEvent<string>) => {
    end(TRPCClientError.from({ error: JSON.parse(data) }))
  })
  source.addEventListener('return', () => end())
  source.addEventListener('error', () => {
    silence.clear()
    // Browsers reopen a broken stream, but not a refused one.
    if (source.readyState === EventSource.CLOSED) end()
    else listener.onLost()
  })
  return { unsubscribe: close }
}
