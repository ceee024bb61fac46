import { truncateText } from '#shared/field-atoms.ts'

// Control characters other than line feed and tab, and those that change the writing direction.
const deceptive = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** Removes deceptive characters; line breaks become line feeds. */
export function safeText(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(deceptive, '')
}

/** The same on one line, for headers. */
export function safeLine(text: string, limit: number): string {
  const line = safeText(text)
    .replace(/[\u061c\u200e\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= limit ? line : `${truncateText(line, limit - 1).trimEnd()}…`
}

/** Puts a zero-width space into everything that an email program would turn into a link. */
export function unlinkedText(text: string): string {
  return text.replace(/:(?=\/)|@(?=\S)|(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})/gu, '$&\u200b')
}
