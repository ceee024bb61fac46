import type { ReadClient } from '#server/database/database.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { displayName } from '#shared/account.ts'
import { readWords } from '#shared/fold-words.ts'
import { findPhoneNumbers, phoneDigits } from '#shared/phone-numbers.ts'

export type MentioningView = {
  readonly id: string
  readonly name: string
  /** What it searches for. Empty without a search. */
  readonly search: string
  readonly owner: string
}

export type PersonKeys = {
  readonly name: string
  readonly emailKey: string
  readonly phoneDigits: string | null
  readonly otherPhoneDigits: string | null
}

/** Initials and short words, such as "de", are in many names. */
const minWordLength = 3

/**
 * The saved views whose name or search has the mailbox, a phone number or a word of the name of a person. They may mean another
 * person, so a reader decides. All views are read: the staff has at most 50 each.
 */
export async function findMentioningViews(
  { savedView }: Pick<ReadClient, 'savedView'>,
  person: PersonKeys,
): Promise<MentioningView[]> {
  const views = await savedView.findMany({
    orderBy: { name: 'asc' },
    select: { id: true, name: true, search: true, owner: { select: { email: true, name: true } } },
  })
  const nameWords = new Set(readWords(person.name).flatMap(significant))
  const numbers = [person.phoneDigits, person.otherPhoneDigits]
  return views.flatMap(({ id, name, search: stored, owner }) => {
    const { q: search = '' }: { q?: string } = JSON.parse(stored)
    const text = `${name} ${search}`
    const isMentioned =
      readWords(text)
        .flatMap(significant)
        .some((word) => nameWords.has(word)) ||
      (person.emailKey !== '' && text.split(' ').some((word) => mailboxKey(word) === person.emailKey)) ||
      findPhoneNumbers(text).some((number) => phoneDigits(number) !== null && numbers.includes(phoneDigits(number)))
    return isMentioned ? [{ id, name, search, owner: displayName(owner) }] : []
  })
}

function significant({ whole, parts, pairs }: ReturnType<typeof readWords>[number]): string[] {
  const words = [...whole, ...parts.flat()].filter((word) => word.length >= minWordLength)
  // A pair of characters of Chinese, Japanese or Korean is a word.
  return [...words, ...pairs.filter((pair) => Array.from(pair).length === 2)]
}
