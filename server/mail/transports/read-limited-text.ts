import { MailFailure } from '#server/mail/messages/message.ts'

/**
 * @param signal aborts reading; `fetch` drops its own signal if the response is garbage-collected while its body is read
 * @throws {MailFailure} once the body exceeds `limitBytes`
 * @throws the signal's reason
 */
export async function readLimitedText(response: Response, limitBytes: number, signal: AbortSignal): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength
      if (length > limitBytes) {
        await reader.cancel()
        throw new MailFailure(`response exceeds ${limitBytes} bytes`)
      }
      text += decoder.decode(part.value, { stream: true })
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  signal.throwIfAborted()
  return text + decoder.decode()
}
