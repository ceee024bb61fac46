/** How long to wait before the next try, in seconds, where the server does not say. */
const pauses = [2, 5, 15]
const longestPause = 60
/** A connection that moves nothing for so long is taken for broken. */
const stalledMs = 60_000

export type SendingPhoto = {
  readonly method: 'PUT' | 'POST'
  readonly url: string
  readonly blob: Blob
  readonly name: string
  readonly signal?: AbortSignal
  onPercent?(percent: number): void
}

/** `problem` is a sentence of the server, for the user. Undefined if it did not answer. */
export type SendResult =
  | { readonly sent: true }
  | { readonly sent: false; problem: string | undefined; mayRetry: boolean; isSignedOut?: boolean }

/** Tries again by itself where that may help. Resolves with a failure also if it is aborted. */
export async function sendPhoto(photo: SendingPhoto): Promise<SendResult> {
  for (let tries = 0; ; tries += 1) {
    const { status, body, retryAfter } = await sendOnce(photo)
    if (status >= 200 && status < 300) return { sent: true }
    const mayRetry = status < 400 || status === 408 || status === 429 || status >= 500
    const pause = pauses[tries]
    if (!mayRetry || pause === undefined || photo.signal?.aborted)
      return { sent: false, problem: readMessage(body), mayRetry, ...(status === 401 && { isSignedOut: true }) }
    await new Promise((resolve) => setTimeout(resolve, Math.min(retryAfter || pause, longestPause) * 1000))
    if (photo.signal?.aborted) return { sent: false, problem: undefined, mayRetry }
  }
}

type Response = { readonly status: number; readonly body: string; readonly retryAfter: number }

/** `fetch` does not tell how much was sent. The status is 0 without a response. */
function sendOnce({ method, url, blob, name, signal, onPercent }: SendingPhoto): Promise<Response> {
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, stalledMs)
  }
  return new Promise<Response>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => {
      moved()
      onPercent?.(Math.floor((100 * loaded) / total))
    }
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      const { status, responseText: body } = request
      resolve({ status, body, retryAfter: Number(request.getResponseHeader('retry-after')) })
    }
    signal?.addEventListener('abort', abort)
    request.open(method, url)
    const form = new FormData()
    form.append('photo', blob, name)
    moved()
    request.send(form)
  })
}

/** A proxy may have answered instead of the server. */
function readMessage(body: string): string | undefined {
  try {
    const { message }: { message?: unknown } = JSON.parse(body)
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
