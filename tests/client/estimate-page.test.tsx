import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { field } from '#tests/support/client/controls.ts'
import { apiOfEachTest } from '#tests/support/client/estimate-page.ts'
import { renderSite } from '#tests/support/client/render.tsx'

apiOfEachTest()

beforeEach(async () => {
  await renderSite('/estimate')
})

const main = () => screen.getByRole('main')

it('the estimate page promises contact within 24 hours and an estimate within 2-3 business days', () => {
  expect(main().textContent).toContain('We’ll contact you within 24 hours')
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

it('the form has its four sections with their fields in order, the required ones marked', () => {
  const sections = Array.from(field('Full Name').form?.querySelectorAll('section') ?? [], (section) => [
    section.querySelector('h2')?.textContent,
    [...section.querySelectorAll('label')]
      // The lists and their buttons have the same options.
      .filter((label) => !label.closest('fieldset'))
      .map((label) => {
        const { control } = label as HTMLLabelElement & { control: HTMLInputElement | null }
        return `${label.textContent}${control?.required ? ' *' : ''}`
      }),
  ])
  expect(sections).toEqual([
    ['1Contact Information', ['Full Name *', 'Email Address *', 'Phone Number', 'Best time to call']],
    [
      '2Project Details',
      [
        'Project Type *',
        'Property Type',
        'Square Footage',
        'Project Description',
        'Photos (optional)',
        'Add photos',
        'Take a photo',
      ],
    ],
    ['3Location & Timeline', ['Project Location *', 'Desired Timeline *']],
    [
      '4Budget & Special Requirements',
      ['Budget Range *', 'Special Requirements or Considerations', 'This is an urgent project'],
    ],
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

it('each choice has the specified options behind an empty one', () => {
  const options = (label: string) => within(field(label)).getAllByRole<HTMLOptionElement>('option')
  expect(options('Project Type').map(({ value, textContent }) => (value ? textContent : ''))).toEqual([
    '',
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
  ])
  for (const [label, values] of [
    ['Property Type', ['single-family', 'townhouse', 'condo', 'multi-family', 'commercial', 'other']],
    ['Desired Timeline', ['asap', '1-2-months', '3-6-months', '6-12-months', 'flexible']],
    ['Budget Range', ['under-10k', '10k-25k', '25k-50k', '50k-100k', '100k-250k', '250k-500k', 'over-500k']],
  ] as const)
    expect(options(label).map(({ value }) => value)).toEqual(['', ...values])
})
