// zod/mini is a fifth of zod's size.
import * as z from 'zod/mini'

/** In UTF-16 code units. Never splits a surrogate pair. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const lastCodeUnit = text.charCodeAt(limit - 1)
  const splitsPair = lastCodeUnit >= 0xd800 && lastCodeUnit <= 0xdbff
  return text.slice(0, splitsPair ? limit - 1 : limit)
}

const unstorable = 'This text contains characters that cannot be stored. Please remove them.'
const notText = 'This must be text.'

// PostgreSQL cannot store NUL, and both databases would turn half of a surrogate pair into U+FFFD.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what it is for
const unstorableCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/u
const notInALine = /[\t\n\u2028\u2029]/

const isStorable = (text: string) => !unstorableCharacter.test(text)
const isStorableLine = (text: string) => isStorable(text) && !notInALine.test(text)

const lineEnd = /\r\n?|[\u0085\u2028\u2029]/g
const everyUnstorableCharacter = new RegExp(unstorableCharacter, 'gu')

/** Drops invisible characters, which text pasted from PDFs has. */
export function withoutUnseen(text: string): string {
  return text.replace(lineEnd, '\n').replace(everyUnstorableCharacter, '')
}

export function withoutUnseenInLine(text: string): string {
  return withoutUnseen(text).replace(/[\n\t]+/g, ' ')
}

export function singleLineText(limit: number, minimum: { length: number; message: string }) {
  return z.pipe(
    z
      .string({ error: minimum.message })
      .check(
        z.trim(),
        z.minLength(minimum.length, { error: minimum.message, abort: true }),
        z.refine(isStorableLine, { error: unstorable }),
      ),
    z.transform((text: string) => truncateText(text, limit).trimEnd()),
  )
}

export function optionalSingleLineText(limit: number) {
  return z.optional(
    z.pipe(
      z.string({ error: notText }).check(z.trim(), z.refine(isStorableLine, { error: unstorable })),
      z.transform((text: string) => truncateText(text, limit).trimEnd() || undefined),
    ),
  )
}

const withLineFeeds = z.overwrite<string>((text) => text.replace(/\r\n?/g, '\n').trim())

/** A text that is too long is refused, not cut. */
export function longText(limit: number, message: string) {
  return z
    .string({ error: message })
    .check(
      withLineFeeds,
      z.minLength(1, { error: message }),
      z.maxLength(limit, { error: `Please keep it to ${limit} characters.` }),
      z.refine(isStorable, { error: unstorable }),
    )
}

export function optionalLongText(limit: number) {
  return z.optional(
    z.pipe(
      z.string({ error: notText }).check(withLineFeeds, z.refine(isStorable, { error: unstorable })),
      z.transform((text: string) => truncateText(text, limit).trimEnd() || undefined),
    ),
  )
}

/** A cut address would be another mailbox. */
export function emailAddress(limit: number, message: string) {
  return z.pipe(
    z.string({ error: message }).check(z.trim(), z.maxLength(limit, { error: message, abort: true })),
    z.email({ error: message }),
  )
}
