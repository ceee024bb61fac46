import type { ListedEstimate } from '#server/database/queries/estimate-list-query.ts'
import type { SearchCondition } from '#server/database/queries/query.ts'
import { readWords, type TypedWord } from '#shared/fold-words.ts'
import { maxSearchWords, wordCondition } from './filter-to-criteria.ts'

/** Shorter words are one letter away from too many others. */
const minLength = 4
/** Each has a few hundred neighbors, and each of them is looked up. */
const maxCorrected = 2

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзиклмнопрстуфхцчшщъыьэюя', 'αβγδεζηθικλμνξοπρστυφχψω']

/** All words that one slip of the finger makes of a word: a letter too many, too few, another, or two exchanged. */
function neighbors(word: string): string[] {
  const letters = Array.from(word)
  const alphabet = alphabets.find((each) => letters.every((letter) => each.includes(letter)))
  if (letters.length < minLength || !alphabet) return []
  const before = (end: number) => letters.slice(0, end).join('')
  const after = (start: number) => letters.slice(start).join('')
  const made = letters.flatMap((letter, at) => [
    before(at) + after(at + 1),
    before(at) + (letters[at + 1] ?? '') + letter + after(at + 2),
    ...Array.from(alphabet).flatMap((other) => [before(at) + other + after(at + 1), before(at) + other + after(at)]),
  ])
  const longer = Array.from(alphabet, (other) => word + other)
  return [...new Set([...made, ...longer])].filter((other) => other !== word)
}

type Corrected = { readonly word: TypedWord; readonly neighbors: ReadonlySet<string> }

/**
 * Finds what a search without hits may have meant.
 *
 * @param find the newest estimates that match
 * @returns the search with its words as an estimate has them; undefined when no word is one letter away
 */
export async function suggestSearch(
  typed: string,
  find: (condition: SearchCondition) => Promise<readonly ListedEstimate[]>,
): Promise<string | undefined> {
  const words = readWords(typed).slice(0, maxSearchWords)
  const corrected = words.map((word, index): Corrected => {
    const others = index < maxCorrected ? word.whole.flatMap(neighbors) : []
    return { word, neighbors: new Set(others) }
  })
  if (corrected.every((each) => each.neighbors.size === 0)) return undefined
  const all = corrected.map((each): SearchCondition => {
    const others = Array.from(each.neighbors, (wholeWord) => ({ wholeWord }))
    return { any: [wordCondition(each.word), ...others] }
  })
  const [found] = await find({ all })
  if (!found) return undefined
  const pieces = [
    found.name,
    found.location,
    found.email,
    found.projectDescription,
    found.specificRequirements,
  ].flatMap((text) => text?.split(/[^\p{L}\p{N}\p{M}'’‘ʼ`-]+/u) ?? [])
  const suggestion = corrected.map((each) => readAs(each, pieces)).join(' ')
  return suggestion === words.map(({ typed: word }) => word).join(' ') ? undefined : suggestion
}

/** The word as the estimate writes it, or as it was typed where that begins one. */
function readAs({ word, neighbors: others }: Corrected, pieces: readonly string[]): string {
  const spelled = pieces.map((piece) => ({ piece, words: readWords(piece).flatMap(({ whole }) => whole) }))
  const isThere = spelled.some(({ words }) => words.some((other) => word.whole.some((own) => other.startsWith(own))))
  const near = spelled.find(({ words }) => words.some((other) => others.has(other)))
  return isThere || !near ? word.typed : near.piece
}
