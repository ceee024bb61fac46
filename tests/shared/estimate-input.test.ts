import { describe, expect, it } from 'vitest'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'

/** The messages per field, empty where the input is accepted. */
function messages(overrides: Record<string, unknown>): Record<string, string[]> {
  const parsed = estimateInputSchema.safeParse({ ...estimateInput(), ...overrides })
  if (parsed.success) return {}
  const byField: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? 'form')
    byField[field] = [...(byField[field] ?? []), issue.message]
  }
  return byField
}

const accepted = (overrides: Record<string, unknown>) => estimateInputSchema.parse({ ...estimateInput(), ...overrides })

const control = 'This text contains characters that cannot be stored. Please remove them.'

describe('the messages of wrong fields', () => {
  const wrong: [string, unknown, string][] = [
    ['name', undefined, 'Name must be at least 2 characters.'],
    ['name', '', 'Name must be at least 2 characters.'],
    ['name', ' A ', 'Name must be at least 2 characters.'],
    ['email', undefined, 'Please enter a valid email address.'],
    ['email', '', 'Please enter a valid email address.'],
    ['email', 'ada@', 'Please enter a valid email address.'],
    ['projectType', undefined, 'Please select a project type.'],
    ['projectType', '', 'Please select a project type.'],
    ['projectType', 'castle', 'Please select a project type.'],
    ['location', undefined, 'Please enter the project location.'],
    ['location', 'A', 'Please enter the project location.'],
    ['timeline', '', 'Please select a timeline.'],
    ['budgetRange', null, 'Please select a budget range.'],
  ]
  it.each(wrong)('the field %s with the value %j gets the message of the form', (field, value, message) => {
    expect(messages({ [field]: value })).toEqual({ [field]: [message] })
  })

  it('all wrong fields are reported at once', () => {
    const parsed = estimateInputSchema.safeParse({})
    const fields = parsed.error?.issues.map((issue) => issue.path[0])
    expect(fields).toEqual(['name', 'email', 'projectType', 'location', 'timeline', 'budgetRange'])
  })
})

it('D4 texts are trimmed', () => {
  expect(accepted({ name: '  Ada  ', email: ' ada@example.com ', location: '\tAstoria ', phone: ' 1 ' })).toMatchObject(
    {
      name: 'Ada',
      email: 'ada@example.com',
      location: 'Astoria',
      phone: '1',
    },
  )
})

it.each(['name', 'phone', 'projectDescription', 'location', 'specificRequirements'] as const)(
  'D4 %s is cut to its limit',
  (field) => {
    expect(accepted({ [field]: 'x'.repeat(fieldLimits[field]) })[field]).toHaveLength(fieldLimits[field])
    expect(accepted({ [field]: 'x'.repeat(fieldLimits[field] + 1) })[field]).toHaveLength(fieldLimits[field])
  },
)

it('D4 texts are never cut in the middle of a character', () => {
  const cut = accepted({ phone: `${'1'.repeat(29)}🏠` }).phone
  expect(cut).toBe('1'.repeat(29))
  expect(accepted({ phone: `${'1'.repeat(28)}🏠` }).phone).toBe(`${'1'.repeat(28)}🏠`)
})

it('optional texts that are empty are absent', () => {
  const request = accepted({ phone: ' ', projectDescription: '', propertyType: '', specificRequirements: '\n' })
  expect(request.phone).toBeUndefined()
  expect(request.projectDescription).toBeUndefined()
  expect(request.propertyType).toBeUndefined()
  expect(request.specificRequirements).toBeUndefined()
})

it('D4 long texts keep tabs and line breaks, as line feeds alone', () => {
  expect(accepted({ projectDescription: 'a\r\n\tb\rc\nd' }).projectDescription).toBe('a\n\tb\nc\nd')
})

it.each(['name', 'location', 'phone'])('D4 %s refuses control characters, line ends and lone surrogates', (field) => {
  for (const character of ['\u0000', '\u0007', '\u001b', '\n', '\r', '\u007f', '\u2028', '\ud800', '\udc00'])
    expect(messages({ [field]: `ab${character}cd` })).toEqual({ [field]: [control] })
})

it.each(['projectDescription', 'specificRequirements'])(
  'D4 %s refuses control characters but for tab and line feed, and lone surrogates',
  (field) => {
    for (const character of ['\u0000', '\u000b', '\u001b', '\u007f', '\ud800'])
      expect(messages({ [field]: `ab${character}cd` })).toEqual({ [field]: [control] })
  },
)

it('D3 an email address may have 150 characters, and is refused rather than cut above that', () => {
  const longest = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(24)}.com`
  expect(longest).toHaveLength(150)
  expect(accepted({ email: longest }).email).toBe(longest)
  expect(messages({ email: `a${longest}` })).toEqual({ email: ['Please enter a valid email address.'] })
})

it.each([0, 1, 2_147_483_647])('D6 %d square feet are accepted', (squareFootage) => {
  expect(accepted({ squareFootage }).squareFootage).toBe(squareFootage)
})

it('square feet that are absent are null', () => {
  expect(accepted({ squareFootage: undefined }).squareFootage).toBeNull()
  expect(accepted({ squareFootage: null }).squareFootage).toBeNull()
})

it.each([1.5, -1, 2 ** 31, 2 ** 53, 1e308, Number.NaN, '12', true])(
  'D6 %j square feet are refused',
  (squareFootage) => {
    expect(messages({ squareFootage })).toEqual({
      squareFootage: ['Please enter the square footage as a whole number.'],
    })
  },
)

it('urgent is a boolean, false by default', () => {
  expect(accepted({ urgent: undefined }).urgent).toBe(false)
  expect(accepted({ urgent: true }).urgent).toBe(true)
  expect(messages({ urgent: 'yes' })).toHaveProperty('urgent')
})

it('a request key is a UUID, whose case does not matter', () => {
  const key = '0b7e3a52-9C1D-4f7e-8a3b-1d2e3f4a5b6c'
  expect(accepted({ requestKey: key }).requestKey).toBe(key.toLowerCase())
  expect(messages({ requestKey: 'mine' })).toHaveProperty('requestKey')
})

it('C3 a field that a visitor may not set is refused by name', () => {
  for (const field of ['id', 'status', 'createdAt', 'reference', 'role', 'isAdmin', 'constructor'])
    expect(messages({ [field]: 'x' })).toEqual({ form: [expect.stringContaining(field)] })
  const parsed = estimateInputSchema.safeParse(JSON.parse('{"__proto__":{"polluted":true}}'))
  expect(parsed.success).toBe(false)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
