import { asciiDigits } from './phone-numbers.ts'

/** Letters that Unicode does not decompose, as people type them who lack the key. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ə: 'e', ς: 'σ', ґ: 'г' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}

/** The other way in which Germans and Scandinavians write their letters. */
const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** Accents, and the points of Hebrew and Arabic, which few people type. The Arabic tatweel only stretches a word. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0640\u064b-\u065f\u0670]/g
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** PostgreSQL takes up to 2,046 bytes. */
const maxWordLength = 60

const beyondAscii = /[^\0-\x7f]/gu

/** Apostrophes and hyphens join the parts of a name, a reference or a number. */
const joinedWords = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’‘ʼ`´′\u002d\u2010\u2011][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const joiners = /['’‘ʼ`´′\u002d\u2010\u2011]/u
const pairedScripts = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+/gu

/** One spelling for all: lower case, without accents, in ASCII where the letter has a plain form. */
function fold(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .replace(beyondAscii, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
  return Array.from(plain).slice(0, maxWordLength).join('')
}

/** Returns both spellings of a word with an umlaut, else the only one. */
function spellings(word: string): string[] {
  const other = word.replace(beyondAscii, (letter) => digraphs[letter] ?? letter)
  return [...new Set([fold(word), fold(other)])].filter((spelling) => spelling !== '')
}

export type TypedWord = {
  /** It is what was typed, in lower case. */
  readonly typed: string
  /** The spellings of the whole word: `obrien` for O’Brien. */
  readonly whole: readonly string[]
  /** The spellings of its parts, where apostrophes or hyphens divide it. Empty for a word in one piece. */
  readonly parts: readonly (readonly string[])[]
  /** Pairs of neighboring characters instead, for a run of Chinese, Japanese or Korean, which has no blanks. */
  readonly pairs: readonly string[]
}

/** The words of a text in their order. Full-width forms become plain, and invisible characters go. */
export function readWords(text: string): TypedWord[] {
  const plain = asciiDigits(text.normalize('NFKC').replace(invisible, '').toLowerCase().normalize('NFC'))
  const words = Array.from(plain.matchAll(joinedWords)).flatMap(([word]) => splitScripts(word))
  return words.filter(({ whole, pairs: runs }) => whole.length + runs.length > 0)
}

function splitScripts(word: string): TypedWord[] {
  const runs = word.match(pairedScripts) ?? []
  const others = runs.length > 0 ? word.split(pairedScripts).filter((part) => /[\p{L}\p{N}]/u.test(part)) : [word]
  return [
    ...others.map((typed) => ({ typed, ...joinParts(typed), pairs: [] })),
    ...runs.map((typed) => ({ typed, whole: [], parts: [], pairs: pairs(typed) })),
  ]
}

function joinParts(typed: string): Pick<TypedWord, 'whole' | 'parts'> {
  const parts = typed.split(joiners).filter((part) => part !== '')
  return {
    whole: spellings(parts.join('')),
    parts: parts.length > 1 ? parts.map(spellings).filter((part) => part.length > 0) : [],
  }
}

/** The last character stands alone, so that a search for any one of them finds the run. */
function pairs(run: string): string[] {
  const characters = Array.from(run, fold)
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** All spellings of all words of a text, and of their parts: what an index has. */
export function indexedWords(text: string): string[] {
  return readWords(text).flatMap(({ whole, parts, pairs: runs }) => [...whole, ...parts.flat(), ...runs])
}

/** Whether each typed word begins a word of a text, as in the search. */
export function hasWords(text: string, typed: string): boolean {
  const known = indexedWords(text)
  const begins = (spellings: readonly string[]) => spellings.some((own) => known.some((word) => word.startsWith(own)))
  return readWords(typed).every(
    ({ whole, parts, pairs: runs }) =>
      begins(whole) || (parts.length > 0 && parts.every(begins)) || (runs.length > 0 && begins(runs.slice(0, 1))),
  )
}

/** The same for a name in any order and spelling of its words. Empty without letters. */
export function nameKey(name: string): string {
  const words = readWords(name).flatMap(({ whole, pairs: runs }) => whole.slice(0, 1).concat(runs.join('')))
  return words
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
}
