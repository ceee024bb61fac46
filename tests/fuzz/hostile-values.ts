import * as fc from 'fast-check'
import { anyCharacter } from '#tests/support/server/any-character.ts'

/** There is one of every class of characters. */
const repeated = [
  ...['a', 'Z', '7', ' ', '\t', '\n', '\r\n', '.', '-', '@', '/', '&', '<', '%', '"', '\\', "'", '=', '_', '(', ','],
  ...['é', 'ß', 'İ', '中', 'ل', '\u0301', '\u00a0', '\u200b', '\u202e', '\u2028', '\ufeff', '\0', '\u001b', '\u0085'],
  ...['\ud800', '\udc00', '😀', '𝒳', '𐐷', '👩\u200d', 'a\u0301', 'a.', 'a@', 'é.', 'a ', '://', 'www.', '<a ', '%00'],
]

const snippets = [
  ...['', ' ', '\u0301', 'ab \u0301', '\u0301\u0301 \u0300', "'", '""', "' or 1=1 --", ':*', 'a & !b | (c', '*', '%'],
  '_',
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '-0', '1e999', '\0', 'a\0b', '\ud800'],
  '\udfffz',
  ...['\u202egnp.exe', '\u2066x\u2069', '=1+1', '@SUM(A1)', '\u200b=1', '<script>alert(1)</script>', '#{7*7}'],
  '{{7*7}}',
  ...['a@b.example\r\nBcc: c@d.example', 'https://evil.example/', '//evil.example', '../../etc/passwd', 'ﬃ', 'ŉ', 'ǅ'],
  'Ω',
]

/** The caps of all fields. */
const usualCaps = [30, 72, 100, 120, 150, 200, 500, 1000, 2000, 4000]

const near = (cap: number) => fc.constantFrom(cap - 1, cap, cap, cap + 1)

/** The text is often exactly as long as a cap, or one longer. */
export function hostileText(caps: readonly number[] = usualCaps): fc.Arbitrary<string> {
  const length = fc.constantFrom(...caps).chain(near)
  const long = fc
    .tuple(fc.constantFrom(...repeated), length)
    .map(([unit, size]) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size))
  const mixed = fc
    .tuple(fc.constantFrom(...snippets), fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map((parts) => parts.join(''))
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...snippets) },
    { weight: 3, arbitrary: long },
    { weight: 1, arbitrary: mixed },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  )
}

const maxLength = 2_000

/** Characters of words, one of each class, which are slow for bad patterns. */
const ofWords = ['a', 'Z', '7', '-', '.', 'é', 'ß', 'İ', '中', 'ل', '𐐷', '𝒳', '_', 'a.', 'a-']

/** The maxLength text of most fields, of one class of characters. */
export const longText = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(...ofWords) }, { weight: 2, arbitrary: fc.constantFrom(...repeated) })
  .map((unit) => unit.repeat(Math.ceil(maxLength / unit.length)).slice(0, maxLength))

export const searches = [
  ...['ada', 'astoria kitchen', '718', '(718) 555-1000', 'über', 'ada@', 'T-', 'window stays'],
  ...['\u0301', 'ab \u0301', '\u0301\u0300 \u0308', "'", '"', ':*', 'a & !b | (c', '*', '%', '_', '\\', '-', 'ﬃ', 'İ'],
  '😀',
]

export const ordinaryText = fc
  .array(fc.constantFrom('Ada', 'Romero', 'kitchen', 'Astoria, NY', '718', 'über', 'cabinets.', 'é', '2nd', 'O’Hara'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((words) => words.join(' '))

const boundaryDays = [
  ...['0000-01-01', '0000-01-02', '0000-01-03', '0000-02-29', '0001-01-01', '0099-12-31', '1582-10-10', '1883-11-18'],
  ...['1899-12-31', '1900-01-01', '1969-12-31', '1970-01-01', '2000-02-29', '2024-02-29', '2025-03-09', '2025-11-02'],
  ...['2038-01-19', '2199-12-31', '2200-01-01', '9994-12-31', '9999-12-27', '9999-12-31'],
]
const noDays = [
  ...['2025-02-29', '2025-00-10', '10000-01-01', '+010000-01-01', '-000001-12-27', '2025-1-1', '2025-01-31T00:00:00Z'],
]

const isoDay = (date: Date) => date.toISOString().slice(0, 10)

/** Half are near the limits of calendars, a few are invalid. */
export const calendarDays: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...boundaryDays) },
  {
    weight: 5,
    arbitrary: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map(isoDay),
  },
  { weight: 1, arbitrary: fc.constantFrom(...noDays) },
)

/** Whole numbers up to one beyond the bounds, and texts like numbers. */
export function hostileNumber(minimum: number, maximum: number): fc.Arbitrary<number> {
  const edges = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1]
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) }) },
    { weight: 2, arbitrary: fc.constantFrom(...edges) },
    { weight: 1, arbitrary: fc.constantFrom(0.5, -0, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308) },
  )
}

/** Includes keys such as `__proto__`. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: anyCharacter }) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, 0, '', [], {}, [[]], [null], { length: 1 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('__proto__', 'constructor', 'prototype', 'then', 'toJSON', '0', ''),
        fc.jsonValue({ maxDepth: 1 }),
      )
      .map((entry) => Object.fromEntries([entry])),
  },
)
