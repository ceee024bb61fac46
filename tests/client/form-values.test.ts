import { schemaResolver } from '@mantine/form'
import { describe, expect, it } from 'vitest'
import { estimateFormSchema, firstWrongField } from '#client/features/estimate-form/form-values.ts'
import { type EstimateFormValues, emptyForm } from '#client/lib/estimate-values.ts'

const filled: EstimateFormValues = {
  ...emptyForm,
  name: 'Ada Romero',
  email: 'ada@example.com',
  projectType: 'kitchen-remodel',
  location: 'Astoria, NY',
  timeline: 'asap',
  budgetRange: '25k-50k',
}

const answersOf = (changes: Partial<EstimateFormValues> = {}) => estimateFormSchema.parse({ ...filled, ...changes })

const getErrors = (values: Partial<EstimateFormValues>) =>
  schemaResolver(estimateFormSchema, { sync: true })({ ...filled, ...values })

describe('estimateFormSchema with valid values', () => {
  it('empty answers are absent, and an empty square footage is null', () => {
    expect(JSON.parse(JSON.stringify(answersOf()))).toEqual({
      name: 'Ada Romero',
      email: 'ada@example.com',
      projectType: 'kitchen-remodel',
      location: 'Astoria, NY',
      timeline: 'asap',
      budgetRange: '25k-50k',
      squareFootage: null,
      urgent: false,
    })
  })

  it('texts are trimmed and cut to their limits', () => {
    const answers = answersOf({ name: `  ${'n'.repeat(120)}  `, projectDescription: `\n${'d'.repeat(2100)}` })
    expect(answers.name).toBe('n'.repeat(100))
    expect(answers.projectDescription).toBe('d'.repeat(2000))
  })

  it('invisible characters are removed', () => {
    const answers = answersOf({
      name: 'Ada\u0000\tRo\u0007mero\u2028',
      email: '\u0000ada@example.com\u0008',
      projectDescription: 'One\r\ntwo\rthree\u2028four\u0000\u001f\tend\ud800',
    })
    expect(answers.name).toBe('Ada Romero')
    expect(answers.email).toBe('ada@example.com')
    expect(answers.projectDescription).toBe('One\ntwo\nthree\nfour\tend')
  })

  it('emoji and letters of any script are kept', () => {
    expect(answersOf({ name: 'Zoë Ñandú 👩‍🔧 李' }).name).toBe('Zoë Ñandú 👩‍🔧 李')
  })
})

describe('estimateFormSchema with invalid values', () => {
  it('an empty form has an error at every required field', () => {
    expect(getErrors(emptyForm)).toEqual({
      name: 'Name must be at least 2 characters.',
      email: 'Please enter a valid email address.',
      projectType: 'Please select a project type.',
      location: 'Please enter the project location.',
      timeline: 'Please select a timeline.',
      budgetRange: 'Please select a budget range.',
    })
  })

  it('a name of invisible characters alone is refused', () => {
    expect(getErrors({ name: '\u0000\u0001\u0002' })).toEqual({ name: 'Name must be at least 2 characters.' })
  })
})

describe('firstWrongField', () => {
  it('the first wrong field is the topmost one of the page', () => {
    expect(firstWrongField({ timeline: 'x', projectType: 'x', urgent: undefined })).toBe('projectType')
  })

  it('errors of other fields give no first wrong field', () => {
    expect(firstWrongField({ requestKey: 'x' })).toBeUndefined()
  })
})
