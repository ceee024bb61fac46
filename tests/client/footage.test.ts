import { describe, expect, it } from 'vitest'
import { footageHint } from '#client/features/estimate-form/footage-note.ts'
import { estimateFormSchema } from '#client/features/estimate-form/form-values.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { readFootage } from '#client/lib/footage.ts'
import { fieldLimits } from '#shared/field-limits.ts'

const readable: [string, number | null][] = [
  ['', null],
  [' \u00a0\u200b ', null],
  ['0', 0],
  ['1200', 1200],
  ['01200', 1200],
  ['2147483647', 2_147_483_647],
  // Groups of three.
  ['1,200', 1200],
  ['1.200', 1200],
  ['1 200', 1200],
  ['1\u00a0200', 1200],
  ['1\u202f200', 1200],
  ['1\u2009200', 1200],
  ["1'200", 1200],
  ['1’200', 1200],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['12 345 678', 12_345_678],
  // Decimals are rounded to the nearest whole number, halves up.
  ['1200.5', 1201],
  ['1200,5', 1201],
  ['1200.4', 1200],
  ['1200.75', 1201],
  ['1,200.49 sq ft', 1200],
  ['1.200,5', 1201],
  ['1 200,50', 1201],
  ['0.4', 0],
  ['850.', 850],
  ['850,', 850],
  // Units.
  ['850 sq ft', 850],
  ['850 sq. ft.', 850],
  ['850sqft', 850],
  ['850 SF', 850],
  ['850 s.f.', 850],
  ['850 ft2', 850],
  ['850 ft²', 850],
  ['850 ft^2', 850],
  ['850 sq feet', 850],
  ['850 square foot', 850],
  ['1,200 Square Feet.', 1200],
  ['1.2k', 1200],
  ['2K sq ft', 2000],
  // Other digits.
  ['１２００', 1200],
  ['１，２００ｓｑｆｔ', 1200],
  ['١٢٠٠', 1200],
  ['١٬٢٠٠٫٥', 1201],
  ['۱۲۰۰', 1200],
  // Invisible characters.
  ['\u200e1\u200b200\ufeff', 1200],
  ['\u2066850\u2069 sq\u00adft', 850],
]

const unreadable = [
  ...['1000-1200', '1000–1200', '1000 to 1200', '1000 1200', '30x40', '30 × 40', '1,000 + 200'],
  ...['about 900', '~900', '900+', '900 or so', 'unknown', '?', 'two rooms'],
  ...['100 m²', '100 m2', '100㎡', '100 sqm', '1200²', '40 ft', '12 squares', '1 acre', '$1200'],
  ...['-5', '.5', '1e3', '0x10', '½', '12.5.1', '1,2000', '1,20,000', '1200,500', '1,200.500', '1,200,5', '1.200.5'],
  ...['12 00', '1, 200', '0,500', '99999999999', '2147483648', '२०००'],
]

describe('readFootage', () => {
  it.each(readable)('reads %j as %j', (text, footage) => {
    expect(readFootage(text)).toBe(footage)
  })

  it.each(unreadable)('does not guess at %j', (text) => {
    expect(readFootage(text)).toBeNaN()
  })
})

const filled = {
  ...emptyForm,
  ...{ name: 'Ada', email: 'ada@example.com', projectType: 'other', timeline: 'asap', budgetRange: '25k-50k' },
  location: 'NY',
}
const sent = (values: Partial<typeof emptyForm>) => estimateFormSchema.parse({ ...filled, ...values })

describe('a square footage that cannot be read', () => {
  it.each(unreadable)('%j goes whole onto the end of the description, and stops nothing', (squareFootage) => {
    expect(sent({ squareFootage, projectDescription: 'New roof.\n' })).toMatchObject({
      squareFootage: null,
      projectDescription: `New roof.\nSquare footage, as written: ${squareFootage}`,
    })
  })

  it('is a description of its own where there is none', () => {
    expect(sent({ squareFootage: ' 1000\u200b-1200\n' }).projectDescription).toBe(
      'Square footage, as written: 1000-1200',
    )
  })

  const note = 'Square footage, as written: 1000-1200'
  const { projectDescription: limit } = fieldLimits
  const room = limit - note.length - 1

  it('goes into the requirements where the description has no room', () => {
    const description = 'd'.repeat(room)
    expect(sent({ squareFootage: '1000-1200', projectDescription: description })).toMatchObject({
      projectDescription: `${description}\n${note}`,
    })
    const longer = `${description}d`
    const requirements = { squareFootage: '1000-1200', specificRequirements: 'Mornings.' }
    expect(sent({ ...requirements, projectDescription: longer })).toMatchObject({
      projectDescription: longer,
      specificRequirements: `Mornings.\n${note}`,
    })
    expect(sent({ ...requirements, projectDescription: 'd'.repeat(limit + 9) })).toMatchObject({
      projectDescription: 'd'.repeat(limit),
      specificRequirements: `Mornings.\n${note}`,
    })
  })

  it('takes the place of the last words of the requirements where both texts are full', () => {
    const full = { projectDescription: 'd'.repeat(limit), specificRequirements: 'r'.repeat(limit) }
    expect(sent({ squareFootage: '1000-1200', ...full })).toMatchObject({
      projectDescription: full.projectDescription,
      specificRequirements: `${'r'.repeat(room)}\n${note}`,
    })
    expect(sent({ squareFootage: 'x'.repeat(3000) }).specificRequirements).toHaveLength(limit)
  })
})

describe('footageHint', () => {
  it.each(['', '0', '1200', '1,200', ' 1,200 sq ft ', '850sqft', '１２００'])('says nothing about %j', (text) => {
    expect(footageHint(text)).toBeUndefined()
  })

  it.each([
    ['1.200', '1,200'],
    ['1200,5', '1,201'],
    ['1.2k', '1,200'],
    ['2K sq ft', '2,000'],
  ])('says how it reads %j', (text, number) => {
    expect(footageHint(text)).toBe(`We read this as ${number} sq ft.`)
  })

  it('says that other words are passed on', () => {
    expect(footageHint('1000-1200')).toBe(
      'We could not read this as one number, so we will pass it on as you wrote it.',
    )
  })
})
