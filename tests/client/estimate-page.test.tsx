import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { estimateFormSchema } from '#client/features/estimate-form/form-values.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { company } from '#shared/company.ts'
import { apiOfEachTest, field } from '#tests/support/client/estimate-page.ts'
import { renderSite } from '#tests/support/client/render.tsx'

apiOfEachTest()

describe('the estimate page', () => {
  beforeEach(async () => {
    await renderSite('/estimate')
  })

  const main = () => screen.getByRole('main')

  it('the estimate page promises contact within 24 hours and an estimate within 2-3 business days', () => {
    expect(main().textContent).toContain('We will contact you within 24 hours')
    expect(main().textContent).toContain('a detailed estimate follows within 2-3 business days')
  })

  it('the estimate page has credentials and contact links beside the form', () => {
    const beside = within(within(main()).getByRole('complementary'))
    expect(
      beside.getByText(
        'Licensed and insured, 15+ years of experience, 500+ projects completed across all five boroughs.',
      ),
    ).toBeTruthy()
    expect(beside.getByRole('link', { name: company.phone.display }).getAttribute('href')).toBe(company.phone.href)
    expect(beside.getByRole('link', { name: company.email }).getAttribute('href')).toBe(`mailto:${company.email}`)
  })

  it.each([
    ['Contact Information', ['Full Name *', 'Email Address *', 'Phone Number']],
    ['Project Details', ['Project Type *', 'Property Type', 'Square Footage', 'Project Description']],
    ['Location & Timeline', ['Project Location *', 'Desired Timeline *']],
    [
      'Budget & Special Requirements',
      ['Budget Range *', 'Special Requirements or Considerations', 'This is an urgent project'],
    ],
  ])('the section "%s" has its fields in order, with the required ones marked', (title, fields) => {
    const section = within(main()).getByRole('heading', { level: 2, name: title }).closest('section')
    const labels = Array.from(section?.querySelectorAll('label') ?? [], (label) => {
      const { control } = label as HTMLLabelElement & { control: HTMLInputElement | null }
      return `${label.textContent}${control?.required ? ' *' : ''}`
    })
    expect(labels.filter((label) => fields.includes(label))).toEqual(fields)
  })

  it('the form has its four sections in order', () => {
    const form = field('Full Name').form
    const titles = Array.from(form?.querySelectorAll('section h2') ?? [], (title) => title.textContent)
    expect(titles).toEqual([
      '1Contact Information',
      '2Project Details',
      '3Location & Timeline',
      '4Budget & Special Requirements',
    ])
  })

  it.each([
    ['Full Name', { autocomplete: 'name', inputmode: null, type: 'text' }],
    ['Email Address', { autocomplete: 'email', inputmode: 'email', type: 'email' }],
    ['Phone Number', { autocomplete: 'tel', inputmode: 'tel', type: 'tel' }],
    ['Square Footage', { autocomplete: 'off', inputmode: 'numeric', type: 'text' }],
    ['Project Location', { autocomplete: 'address-level2', inputmode: null, type: 'text' }],
  ])('the field "%s" has the right type, autocomplete and input mode', (label, { type, ...attributes }) => {
    expect(field(label).type).toBe(type)
    for (const [name, value] of Object.entries(attributes)) expect(field(label).getAttribute(name), name).toBe(value)
  })

  it.each([
    [
      'Project Type',
      [
        'New Construction',
        'Home Addition',
        'Kitchen Remodel',
        'Bathroom Remodel',
        'Basement Finishing',
        'Roof Replacement',
        'Siding Installation',
        'Deck/Patio Construction',
        'Commercial Project',
        'Other',
      ],
    ],
  ])('the field %s has the specified option labels', (label, names) => {
    const options = within(field(label)).getAllByRole('option')
    expect(options.slice(1).map((option) => option.textContent)).toEqual(names)
    expect((options[0] as HTMLOptionElement).value).toBe('')
  })

  it.each([
    ['Property Type', ['single-family', 'townhouse', 'condo', 'multi-family', 'commercial', 'other']],
    ['Desired Timeline', ['asap', '1-2-months', '3-6-months', '6-12-months', 'flexible']],
    ['Budget Range', ['under-10k', '10k-25k', '25k-50k', '50k-100k', '100k-250k', '250k-500k', 'over-500k']],
  ])('the field %s has the specified option values', (label, values) => {
    const options = within(field(label)).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ value }) => value)).toEqual(['', ...values])
  })
})

describe('before a request is sent', () => {
  it.each([
    ['name', 100],
    ['phone', 30],
    ['projectDescription', 2000],
    ['location', 120],
    ['specificRequirements', 2000],
  ] as const)('%s is cut to %d characters', (name, limit) => {
    const request = {
      ...emptyForm,
      name: 'Ada',
      email: 'ada@example.com',
      projectType: 'other',
      location: 'Queens',
      timeline: 'asap',
      budgetRange: 'under-10k',
    }
    const answers = estimateFormSchema.parse({ ...request, [name]: `  ${'x'.repeat(limit + 1)}  ` })
    expect(answers[name]).toBe('x'.repeat(limit))
  })
})
