import { TRPCClientError } from '@trpc/client'
import { apiPath } from '#client/lib/api-link.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import type { OpenStream, StreamListener } from './live-connection.ts'

/** The server says something every 15 seconds; a stream that is silent for so long is dead. */
const silenceMs = 40_000

/**
 * Opens the stream of changes from a mark on. It reads what tRPC writes for a subscription, as tRPC's own link does: that
 * one shares a module with the visitors' pages, which would all load it.
 */
export function openChangeStream(mark: string | undefined, { onChanges, onLost, onEnd }: StreamListener): OpenStream {
  const input = encodeURIComponent(JSON.stringify({ lastEventId: mark }))
  const source = new EventSource(`${apiPath}/estimates.changes?input=${input}`)
  let silence: ReturnType<typeof setTimeout> | undefined

  function close(): void {
    clearTimeout(silence)
    source.close()
  }

  function end(error?: unknown): void {
    close()
    onEnd(error)
  }

  function hear(): void {
    clearTimeout(silence)
    silence = setTimeout(end, silenceMs)
  }

  source.addEventListener('connected', hear)
  source.addEventListener('ping', hear)
  source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
    hear()
    const changes: ChangedEstimates = JSON.parse(data)
    onChanges(lastEventId, changes)
  })
  source.addEventListener('serialized-error', ({ data }: MessageEvent<string>) => {
    end(TRPCClientError.from({ error: JSON.parse(data) }))
  })
  source.addEventListener('return', () => end())
  source.addEventListener('error', () => {
    clearTimeout(silence)
    // The browser opens a stream again that broke off, and none that was answered with an error.
    if (source.readyState === EventSource.CLOSED) end()
    else onLost()
  })
  return { unsubscribe: close }
}
