// The form's page carries this schema: zod/mini is a fifth of zod in a browser and has the same checks.
import * as z from 'zod/mini'

/** The first `limit` UTF-16 code units of a text, never ending in half of a surrogate pair. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const lastKept = text.charCodeAt(limit - 1)
  const splitsPair = lastKept >= 0xd800 && lastKept <= 0xdbff
  return text.slice(0, splitsPair ? limit - 1 : limit)
}

const unstorable = 'This text contains characters that cannot be stored. Please remove them.'
const notText = 'This must be a text.'

// Control characters are refused rather than stored: PostgreSQL cannot hold NUL, and none of them is anything that a
// person types. Lone surrogates would silently become U+FFFD on the way into either database.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what these are for
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; tab and line feed may stand in a long text
const controlCharacterInLongText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/** Half of a surrogate pair. String.prototype.isWellFormed says the same, in browsers of 2023 and later. */
const loneSurrogate = /\p{Surrogate}/u

function storable(text: string, forbidden: RegExp): boolean {
  return !loneSurrogate.test(text) && !forbidden.test(text)
}

/** Text of one line: trimmed, cut to `limit` characters, at least `minimum` characters long. */
export function singleLineText(limit: number, minimum: { length: number; message: string }) {
  return z.pipe(
    z.string({ error: minimum.message }).check(
      z.trim(),
      z.minLength(minimum.length, { error: minimum.message, abort: true }),
      z.refine((text) => storable(text, controlCharacter), { error: unstorable }),
    ),
    z.transform((text: string) => truncateText(text, limit).trimEnd()),
  )
}

/** Optional text of one line; empty counts as absent. */
export function optionalSingleLineText(limit: number) {
  return z.optional(
    z.pipe(
      z.string({ error: notText }).check(
        z.trim(),
        z.refine((text) => storable(text, controlCharacter), { error: unstorable }),
      ),
      z.transform((text: string) => truncateText(text, limit).trimEnd() || undefined),
    ),
  )
}

const withLineFeeds = z.overwrite<string>((text) => text.replace(/\r\n?/g, '\n').trim())

/** Text of several lines, with line ends as line feeds: at least one character, and refused when it is too long. */
export function longText(limit: number, message: string) {
  return z.string({ error: message }).check(
    withLineFeeds,
    z.minLength(1, { error: message }),
    z.maxLength(limit, { error: `Please keep it to ${limit} characters.` }),
    z.refine((text) => storable(text, controlCharacterInLongText), { error: unstorable }),
  )
}

/** Optional text of several lines, with line ends as line feeds; empty counts as absent. */
export function optionalLongText(limit: number) {
  return z.optional(
    z.pipe(
      z.string({ error: notText }).check(
        withLineFeeds,
        z.refine((text) => storable(text, controlCharacterInLongText), { error: unstorable }),
      ),
      z.transform((text: string) => truncateText(text, limit).trimEnd() || undefined),
    ),
  )
}

/**
 * Exactly one mailbox, of at most `limit` characters. An address that is too long is refused, not cut: a cut one
 * belongs to somebody else.
 */
export function emailAddress(limit: number, message: string) {
  return z.pipe(
    z.string({ error: message }).check(z.trim(), z.maxLength(limit, { error: message, abort: true })),
    z.email({ error: message }),
  )
}
