import { MailFailure } from './message.ts'

/**
 * The body of a response as text.
 *
 * @throws {MailFailure} as soon as it is longer than `limitBytes`
 */
export async function readLimitedText(response: Response, limitBytes: number): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength
    if (length > limitBytes) {
      await reader.cancel()
      throw new MailFailure(`the answer is longer than ${limitBytes} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
