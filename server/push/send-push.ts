import { isPushEndpoint } from './push-services.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** It covers connecting and the headers of the response. */
const attemptTimeoutMs = 10_000

export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/** What `client/public/staff-worker.js` shows. */
export type PushContent = {
  readonly title: string
  readonly body: string
  /** Replaces an earlier notification with the same tag. */
  readonly tag: string
  /** The page that a press opens. */
  readonly path: string
  /** The page that dials, where there is a number. */
  readonly callPath?: string
}

export type PushSettings = {
  readonly keys: VapidKeys
  /** Where push services can reach whoever runs this. */
  readonly contact: string
  readonly pushOrigin: string | undefined
}

export type PushResult =
  | { readonly result: 'sent' }
  /** The browser has ended the subscription. */
  | { readonly result: 'gone' }
  | { readonly result: 'failed'; readonly reason: string; readonly retryAfterMs?: number }

type PushOptions = {
  readonly ttlSeconds: number
  readonly urgency: 'normal' | 'high'
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/**
 * Encrypts a notification for a browser and hands it to its push service.
 * Never throws.
 */
export async function sendPush(
  target: PushTarget,
  content: PushContent,
  { keys, contact, pushOrigin }: PushSettings,
  { ttlSeconds, urgency, signal, timeoutMs = attemptTimeoutMs }: PushOptions,
): Promise<PushResult> {
  if (!isPushEndpoint(target.endpoint, pushOrigin)) return { result: 'failed', reason: 'unknown push service' }
  let attempt: AbortSignal | undefined
  try {
    const { default: webPush } = await import('web-push')
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
      JSON.stringify(content),
      {
        vapidDetails: { subject: `mailto:${contact}`, ...keys },
        TTL: ttlSeconds,
        urgency,
        contentEncoding: 'aes128gcm',
        // One that is sent again replaces one that the browser has not fetched yet. Topics have at most 32 characters.
        topic: content.tag.replaceAll('-', ''),
      },
    )
    attempt = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    // A redirect could lead into the own network.
    const response = await fetch(endpoint, {
      method,
      headers: toTexts(headers),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: attempt,
    })
    await response.body?.cancel()
    return toResult(response)
  } catch (error) {
    return { result: 'failed', reason: toReason(error, attempt) }
  }
}

function toTexts(headers: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function toResult({ ok, status, headers }: Response): PushResult {
  if (ok) return { result: 'sent' }
  if (status === 404 || status === 410) return { result: 'gone' }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return { result: 'failed', reason: `status ${status}`, ...(seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}) }
}

/** The messages of errors might quote the address, which lets anyone push to the browser. */
function toReason(error: unknown, attempt: AbortSignal | undefined): string {
  if (attempt?.aborted) return attempt.reason instanceof Error ? attempt.reason.name : 'stopped'
  const { cause } = error instanceof Error ? error : {}
  const { code } = (cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : 'request failed'
}
