import { expect, it } from 'vitest'
import { firstDraft } from '#shared/company-draft.ts'
import { companyFile } from '#shared/company-file.ts'
import { companySchema, companyToSave } from '#shared/company-schema.ts'

const draft = firstDraft()
const [service] = draft.services
const { licensed } = draft.claims

/** @returns the messages by the paths of their fields */
function problems(company: object): Record<string, string> {
  const issues = companyToSave.safeParse({ ...draft, ...company }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

const words = (count: number) => Array(count).fill('tiles').join(' ')
const withPage = (page: object) => ({
  services: [{ ...service, page: { text: words(120), questions: [], ...page } }],
})

const license = 'A home improvement license looks like 2098714-DCA or 2098714-DCWP.'
const longName = { name: 'x'.repeat(10_000) }

it.each([
  ['another license', { license: { ...draft.license, number: '12345' } }, { 'license.number': license }],
  ['no name', { name: ' ' }, { name: 'Please fill this in.' }],
  [
    'a shown claim without its source',
    { claims: { ...draft.claims, licensed: { ...licensed, isHidden: false } } },
    { 'claims.licensed.source': 'Say where this can be checked, or leave it off the site.' },
  ],
  ['10,000 letters', longName, { name: 'Please keep it to 120 characters.' }],
  [
    '10,000 letters on a card',
    { services: [{ ...service, text: longName.name }] },
    { 'services.0.text': 'Please keep it to 400 characters.' },
  ],
  ['two lines', { name: 'Ada\nBo' }, { name: 'Please keep it to one line.' }],
  ['a tabulator', { name: 'Ada\tBo' }, { name: 'Please keep it to one line.' }],
  ['the line separator of Word', { headline: ['Ada\u2028Bo', 'Cy'] }, { 'headline.0': 'Please keep it to one line.' }],
  ['what is only invisible', { legalName: '\u200b\u2066' }, { legalName: 'Please fill this in.' }],
  [
    'what databases cannot store',
    { name: 'Ada\u0000' },
    { name: 'This text contains characters that cannot be stored. Please remove them.' },
  ],
  [
    'a link that runs a script',
    { reviews: 'javascript:alert(1)' },
    { reviews: 'Please enter an address that begins with https://' },
  ],
  [
    'a photograph in another folder',
    { heroPhoto: { file: '../key', alt: 'A kitchen' } },
    { 'heroPhoto.file': 'Please choose a photograph.' },
  ],
  [
    'a testimonial without the day of consent',
    { testimonials: companyFile.testimonials.slice(0, 1) },
    { 'testimonials.0.consentOn': 'Please enter a day.' },
  ],
  [
    'hours that end before they begin',
    { hours: 'Monday to Friday, 7 PM to 7 AM' },
    { hours: 'Please write the hours like Monday to Saturday, 7 AM to 7 PM, with the opening before the closing.' },
  ],
  [
    'page of a service with 119 words',
    withPage({ text: words(119) }),
    { 'services.0.page.text': 'A page of its own takes at least 120 words of yours.' },
  ],
  [
    'seventh question about a service',
    withPage({ questions: Array(7).fill({ question: 'How long?', answer: 'Nine weeks.' }) }),
    { 'services.0.page.questions': 'Please keep it to 6.' },
  ],
])('the company has no %s', (_what, company, expected) => {
  expect(problems(company)).toEqual(expected)
})

it('a page of a service has 120 words and six questions', () => {
  const questions = Array(6).fill({ question: 'How long?', answer: 'Nine weeks.' })
  expect(problems(withPage({ text: words(120), questions }))).toEqual({})
})

it('reads a version that was published before saves needed the day of consent and hours of a day', () => {
  const former = { testimonials: companyFile.testimonials, hours: 'Monday to Friday, 7 PM to 7 AM' }
  expect(companySchema.parse({ ...draft, ...former })).toMatchObject(former)
})

it('drops what nobody sees from every text, as it does from visitors’ texts', () => {
  const hidden = '\u202e\u2066\u200b'
  const around = (text: string) => hidden + [...text].join(hidden) + hidden
  const company = companySchema.parse({
    ...draft,
    name: around('Smith & Sons'),
    email: around('ada@mail.example'),
    reviews: around('https://reviews.example/smith'),
    license: { ...draft.license, number: around('2098714-DCA') },
    boroughs: [{ name: around('Queens'), text: around('Since 1999') }],
  })
  expect(company).toMatchObject({
    name: 'Smith & Sons',
    email: 'ada@mail.example',
    reviews: 'https://reviews.example/smith',
    license: { number: '2098714-DCA' },
    boroughs: [{ name: 'Queens', text: 'Since 1999' }],
  })
})

it('reads a company that was stored before it had all fields', () => {
  const { lead: _lead, work: _work, ...stored } = draft
  const { lead, work } = companySchema.parse(stored)
  expect(lead).toMatch(/^Kitchens, bathrooms, additions and offices\./)
  expect(work).toMatch(/^kitchens, bathrooms,/)
})
