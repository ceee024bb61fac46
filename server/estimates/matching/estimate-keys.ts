import type { StoredAnswers } from '#shared/estimates/answers.ts'
import { indexedWords, nameKey } from '#shared/fold-words.ts'
import { findPhoneNumbers, phoneDigits } from '#shared/phone-numbers.ts'
import { mailboxKey } from './mailbox-key.ts'

type KeyedAnswers = { readonly reference: string } & Pick<
  StoredAnswers,
  'name' | 'email' | 'phone' | 'location' | 'projectDescription' | 'specificRequirements'
>

/** The columns that search and the matching of people read. They follow from the others, and nobody sees them. */
export type EstimateKeys = {
  readonly emailKey: string
  /** They are the last ten digits of the first number and of the second. */
  readonly phoneDigits: string | null
  readonly otherPhoneDigits: string | null
  readonly nameKey: string
  /** The words of the search index, separated by blanks. Words that begin with # are the ends of phone numbers. */
  readonly searchText: string
}

/** Nearly every phone number contains any shorter group. */
export const minPhoneDigits = 3

/** The keys of an erased estimate, which no search and no person matches. */
export const noKeys: EstimateKeys = {
  emailKey: '',
  phoneDigits: null,
  otherPhoneDigits: null,
  nameKey: '',
  searchText: '',
}

export function estimateKeys(answers: KeyedAnswers): EstimateKeys {
  const { name, email, phone, reference, location, projectDescription, specificRequirements } = answers
  const texts = [name, email, phone, reference, location, projectDescription, specificRequirements]
  const emailKey = mailboxKey(email)
  const numbers = findPhoneNumbers(phone ?? '')
  const [first = null, second = null] = numbers.flatMap((number) => phoneDigits(number) ?? [])
  const words = [
    ...texts.flatMap((text) => indexedWords(text ?? '')),
    ...indexedWords(emailKey),
    ...numbers.flatMap(({ digits }) => phoneEnds(digits)),
  ]
  return {
    emailKey,
    phoneDigits: first,
    otherPhoneDigits: second,
    nameKey: nameKey(name),
    searchText: [...new Set(words)].join(' '),
  }
}

/** Any part of a number is the beginning of one of its ends. */
function phoneEnds(digits: string): string[] {
  const ends = Array.from({ length: Math.max(0, digits.length - minPhoneDigits + 1) }, (_, start) =>
    digits.slice(start),
  )
  return ends.map((end) => `#${end}`)
}
