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
/** What visitors and administrators cannot have in a line of text. */
export const notInALine = /[\t\n\u2028\u2029]/

const isStorable = (text: string) => !unstorableCharacter.test(text)
const isStorableLine = (text: string) => isStorable(text) && !notInALine.test(text)

/** Refuses what cannot be stored, and what is not one line. */
export const storableLine = z.refine<string>(isStorableLine, { error: unstorable })

const lineEnd = /\r\n?|[\u0085\u2028\u2029]/g
const everyUnstorableCharacter = new RegExp(unstorableCharacter, 'gu')

// These are zero-width spaces, marks of direction, tags and the like, the marks of annotations, and the blank of Braille.
const invisibleRun = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]+/gu

/** The letters from Arabic to Mongolian have another shape or meaning with a joiner between them. */
const joinedLetter = /^(?=[\p{L}\p{M}])[\u0600-\u109f\u1780-\u18af]/u
const joinedEmoji = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const joiner = /[\u200c\u200d]/
const hasVariants = /^[\p{Extended_Pictographic}\p{Script=Han}]/u
const isKeycap = /^[\d#*]\u20e3/
const variant = /[\ufe0e\ufe0f\u{e0100}-\u{e01ef}]/u

/** Drops what nobody sees. Joiners and selectors stay where they change how letters or emoji look. */
function withoutInvisible(text: string): string {
  return text.replace(invisibleRun, (run: string, offset: number) => {
    const before = Array.from(text.slice(Math.max(0, offset - 2), offset)).at(-1) ?? ''
    const after = text.slice(offset + run.length, offset + run.length + 2)
    if (joinedLetter.test(before) && joinedLetter.test(after)) return joiner.exec(run)?.[0] ?? ''
    const selector = hasVariants.test(before) || isKeycap.test(before + after) ? (variant.exec(run)?.[0] ?? '') : ''
    return run.includes('\u200d') && joinedEmoji.test(before) && joinedEmoji.test(after)
      ? `${selector}\u200d`
      : selector
  })
}

const visible = z.overwrite<string>(withoutInvisible)

/** Drops characters that nobody sees or that cannot be stored, which text pasted from chats and PDFs has. */
export function withoutUnseen(text: string): string {
  return withoutInvisible(text.replace(lineEnd, '\n').replace(everyUnstorableCharacter, ''))
}

export function withoutUnseenInLine(text: string): string {
  return withoutUnseen(text).replace(/[\n\t]+/g, ' ')
}

export function singleLineText(limit: number, minimum: { length: number; message: string }) {
  return z.pipe(
    z
      .string({ error: minimum.message })
      .check(visible, z.trim(), z.minLength(minimum.length, { error: minimum.message, abort: true }), storableLine),
    z.transform((text: string) => truncateText(text, limit).trimEnd()),
  )
}

export function optionalSingleLineText(limit: number) {
  return z.optional(
    z.pipe(
      z.string({ error: notText }).check(visible, z.trim(), storableLine),
      z.transform((text: string) => truncateText(text, limit).trimEnd() || undefined),
    ),
  )
}

const withLineFeeds = z.overwrite<string>((text) => withoutInvisible(text).replace(/\r\n?/g, '\n').trim())

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

/** An address is shorter than this, even with what is copied along. It bounds the work on hostile texts. */
const maxCopied = 1_000

const named = [/^([^<>]*)<([^<>]*)>$/, /^([^()[\]]*)[([]([^()[\]]*)[)\]]$/]
const opening = '"\'`“‘„«{'
const closing = '"\'`”’“»}'

/** Takes off what was copied along with an address, as in `Ada <mailto:ada@example.com>;`. */
export function bareAddress(text: string): string {
  let bare = text.replace(invisibleRun, '').normalize('NFKC').trim()
  if (bare.length > maxCopied) return bare
  for (let before = ''; bare !== before; ) {
    before = bare
    bare = unwrapped(bare).trim()
  }
  return bare
}

function unwrapped(text: string): string {
  const [, name = '', inner] = named.map((form) => form.exec(text)).find(Boolean) ?? []
  // Another address in place of a name makes two.
  if (inner !== undefined) return !name.includes('@') || bareAddress(name) === bareAddress(inner) ? inner : text
  const first = text.charAt(0)
  const last = text.slice(-1)
  if (text.length > 1 && opening.includes(first) && closing.includes(last)) return text.slice(1, -1)
  if (/[.,;]$/.test(text)) return text.slice(0, -1)
  return text.replace(/^mailto:([^?]*).*/i, '$1')
}

const localPart = /^[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** Some programs would decode such an address to more than one. */
const percentEncoded = /%[\da-f]{2}/i
const domainLabel = /^(?!-)[\p{L}\p{M}\p{Nd}-]{1,63}(?<!-)$/u
const topLevel = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu

function isMailbox(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const labels = domain.split('.')
  return (
    more.length === 0 &&
    Array.from(local).length <= 64 &&
    localPart.test(local) &&
    !percentEncoded.test(local) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label)) &&
    topLevel.test(labels.at(-1) ?? '')
  )
}

/** A cut address would be another mailbox. */
export function emailAddress(limit: number, message: string) {
  return z
    .string({ error: message })
    .check(
      z.overwrite(bareAddress),
      z.maxLength(limit, { error: message, abort: true }),
      z.refine(isMailbox, { error: message }),
    )
}
