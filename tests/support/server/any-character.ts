import fc from 'fast-check'

const surrogates = { first: 0xd8_00, count: 0x8_00 } as const
const characters = 0x11_00_00 - surrogates.count

const toCharacter = (index: number) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count)

function toIndex(text: unknown): number {
  const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1
  const index = point < surrogates.first ? point : point - surrogates.count
  if (index < 0 || toCharacter(index) !== text) throw new Error('not a single character')
  return index
}

/** Any character of Unicode. fast-check's own unit `binary` makes a map of all of them first, which takes a second. */
export const anyCharacter = fc.integer({ min: 0, max: characters - 1 }).map(toCharacter, toIndex)
