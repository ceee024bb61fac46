/** After this long without a whole answer a request counts as failed, so that nobody waits for ever. */
export const requestTimeoutMs = 30_000

/** `fetch` that gives up in the end. */
export function timedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  // `AbortSignal.any` would say this in a line, but is too new for many phones. The timer goes on after the headers,
  // since an answer may stall half way too; aborting one that is complete does nothing.
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('No answer in time.', 'TimeoutError')), requestTimeoutMs)
  const callerSignal = init.signal
  callerSignal?.addEventListener('abort', () => controller.abort(callerSignal.reason))
  if (callerSignal?.aborted) controller.abort(callerSignal.reason)
  return fetch(input, { ...init, signal: controller.signal })
}
