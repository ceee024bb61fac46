import { z } from 'zod'

/** The first `limit` UTF-16 code units of a text, never ending in half of a surrogate pair. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const lastKept = text.charCodeAt(limit - 1)
  const splitsPair = lastKept >= 0xd800 && lastKept <= 0xdbff
  return text.slice(0, splitsPair ? limit - 1 : limit)
}

const unstorable = 'This text contains characters that cannot be stored. Please remove them.'

// Control characters are refused rather than stored: PostgreSQL cannot hold NUL, and none of them is anything that a
// person types. Lone surrogates would silently become U+FFFD on the way into either database.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what these are for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; tab and line feed may stand in a long text
const controlCharacterInLongText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

function storable(text: string, forbidden: RegExp): boolean {
  return text.isWellFormed() && !forbidden.test(text)
}

/** Text of one line: trimmed, cut to `limit` characters, at least `minimum` characters long. */
export function singleLineText(limit: number, minimum: { length: number; message: string }) {
  return z
    .string({ error: minimum.message })
    .trim()
    .min(minimum.length, { error: minimum.message, abort: true })
    .refine((text) => storable(text, controlCharacter), { error: unstorable })
    .transform((text) => truncateText(text, limit).trimEnd())
}

/** Optional text of one line; empty counts as absent. */
export function optionalSingleLineText(limit: number) {
  return z
    .string()
    .trim()
    .refine((text) => storable(text, controlCharacter), { error: unstorable })
    .transform((text) => truncateText(text, limit).trimEnd() || undefined)
    .optional()
}

/** Optional text of several lines, with line ends as line feeds; empty counts as absent. */
export function optionalLongText(limit: number) {
  return z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => storable(text, controlCharacterInLongText), { error: unstorable })
    .transform((text) => truncateText(text, limit).trimEnd() || undefined)
    .optional()
}

/**
 * Exactly one mailbox, of at most `limit` characters. An address that is too long is refused, not cut: a cut one
 * belongs to somebody else.
 */
export function emailAddress(limit: number, message: string) {
  return z
    .string({ error: message })
    .trim()
    .max(limit, { error: message, abort: true })
    .pipe(z.email({ error: message }))
}
