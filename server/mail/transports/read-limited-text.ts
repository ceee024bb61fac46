import { MailFailure } from '#server/mail/messages/message.ts'

/**
 * @param signal needed because `fetch` drops its own if the response is garbage-collected during reading
 * @throws {MailFailure} when the body exceeds `limitBytes`
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
