import { truncateText } from '#shared/field-atoms.ts'

// These are control characters except line feed and tab, bidirectional overrides, and tag characters, which no one sees.
const deceptive = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu

/** Finds deceptive characters and unusual line breaks. Most texts have none. */
const unsafe = /[^\P{Cc}\n\t]|[\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

/** Removes deceptive characters and normalizes line breaks. */
export function safeText(text: string): string {
  if (!unsafe.test(text)) return text
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(deceptive, '')
}

/** Headers need one line. */
export function safeLine(text: string, limit: number): string {
  const line = safeText(text)
    .replace(/[\u061c\u200e\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= limit ? line : `${truncateText(line, limit - 1).trimEnd()}…`
}

/** Puts zero-width spaces where email programs would detect links. */
export function unlinkedText(text: string): string {
  return text.replace(/:(?=\/)|@(?=\S)|(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})/gu, '$&\u200b')
}
