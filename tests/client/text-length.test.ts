import { describe, expect, it } from 'vitest'
import { estimateFormSchema } from '#client/features/estimate-form/form-values.ts'
import { type LimitedField, lengthNotice } from '#client/features/estimate-form/text-length.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { fieldLimits } from '#shared/field-limits.ts'

const fields: LimitedField[] = ['name', 'email', 'phone', 'projectDescription', 'location', 'specificRequirements']

describe.each(fields)('the counter of %s', (field) => {
  const limit = fieldLimits[field]
  const notice = (length: number) => lengthNotice(field, 'x'.repeat(length))

  it('the notice appears at nine tenths of the limit', () => {
    expect(notice(0)).toBeUndefined()
    expect(notice(Math.ceil(limit * 0.9) - 1)).toBeUndefined()
    expect(notice(Math.ceil(limit * 0.9))).toMatchObject({ over: false })
  })

  it('the notice counts exactly', () => {
    expect(notice(limit - 2)).toEqual({ text: '2 characters left', over: false })
    expect(notice(limit - 1)).toEqual({ text: '1 character left', over: false })
    expect(notice(limit)).toEqual({ text: '0 characters left', over: false })
    expect(notice(limit + 1)?.text).toMatch(/^1 character (will be cut off|too many)$/)
    expect(notice(limit + 1234)?.text).toMatch(/^1,234 characters (will be cut off|too many)$/)
    expect(notice(limit + 1)?.over).toBe(true)
  })

  it('the notice ignores surrounding spaces and invisible characters', () => {
    expect(lengthNotice(field, `  ${'x'.repeat(limit)}\u0000\u200b\n `)?.text).toBe('0 characters left')
  })
})

it('the notice announces exactly the characters that the schema cuts', () => {
  const filled = { ...emptyForm, name: 'Ada', email: 'ada@example.com', projectType: 'other', timeline: 'asap' }
  const text = `\r\n${'é👩‍🔧'.repeat(400)}`
  const answers = estimateFormSchema.parse({
    ...filled,
    budgetRange: '25k-50k',
    location: 'NY',
    projectDescription: text,
  })
  const cut = text.trim().length - (answers.projectDescription?.length ?? 0)
  expect(lengthNotice('projectDescription', text)?.text).toBe(`${cut} characters will be cut off`)
})
