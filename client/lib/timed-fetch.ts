/** A request without a complete response fails after this time. */
export const requestTimeoutMs = 30_000

export function timedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  timeoutMs = requestTimeoutMs,
): Promise<Response> {
  // `AbortSignal.any` is too new for many phones. The timer covers the body too, which may stall after the headers.
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('No response in time.', 'TimeoutError')), timeoutMs)
  const callerSignal = init.signal
  callerSignal?.addEventListener('abort', () => controller.abort(callerSignal.reason))
  if (callerSignal?.aborted) controller.abort(callerSignal.reason)
  return fetch(input, { ...init, signal: controller.signal })
}
