import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { company, setCompany } from '#shared/company.ts'
import type { Company } from '#shared/company-schema.ts'
import { pageHead } from '#shared/page-head.ts'
import { pageAt, servicePages } from '#shared/pages.ts'
import { firstSentence, servicesBySlug, toParagraphs } from '#shared/services.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const sample = company
const [kitchens, bathrooms, additions, offices] = sample.services as [Service, Service, Service, Service]
type Service = Company['services'][number]

const text =
  'We build kitchens near St. George and elsewhere. They are drawn first.\nEach is built by one crew.\n\nThe second paragraph has <b> & more.'
const questions = [
  { question: 'How long does it take?', answer: 'Nine weeks.' },
  { question: 'Do you file the permits?', answer: 'Yes, with the DOB.' },
]

const published: Company = {
  ...sample,
  services: [
    { ...kitchens, page: { text, questions } },
    { ...additions, page: { text, questions: [] } },
    { ...kitchens, text: 'Once more.', page: { text, questions: [] } },
    { ...bathrooms, name: 'ADU conversions', page: { text, questions: [] } },
    offices,
  ],
}

beforeEach(() => setCompany(published))
afterEach(() => setCompany(sample))

const main = () => screen.getByRole('main')
const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent)

describe('the page of a service', () => {
  it('has its words, its questions, the work that fits, and the way to the form and back', async () => {
    await renderSite('/services/kitchen-remodels')
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
      'Kitchen remodels',
    ])
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(texts(crumbs.getAllByRole('listitem'))).toEqual(['Home', 'Services', 'Kitchen remodels'])
    expect(crumbs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/#services'])
    for (const paragraph of toParagraphs(text)) expect(within(main()).getByText(paragraph).tagName).toBe('P')
    expect(texts([...main().querySelectorAll('summary')])).toEqual(questions.map(({ question }) => question))
    for (const { answer } of questions) expect(main().textContent).toContain(answer)
    const work = within(screen.getByRole('region', { name: 'Recent work' }))
    expect(texts(work.getAllByRole('heading', { level: 3 }))).toEqual(['Galley kitchen, opened up'])
    const start = within(main()).getByRole('link', { name: 'Get my free estimate' })
    expect(start.getAttribute('href')).toBe('/estimate?type=kitchen-remodel')
    expect(document.title).toBe(`Kitchen remodels | ${sample.name}`)
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(
      /\/services\/kitchen-remodels$/,
    )
  })

  it('has the projects that say to be of its kind, whatever they are drawn as', async () => {
    const [kitchen, ...others] = sample.projects as [Company['projects'][number], ...Company['projects']]
    setCompany({ ...published, projects: [{ ...kitchen, projectType: 'home-addition' }, ...others] })
    await renderSite('/services/home-additions')
    const work = within(screen.getByRole('region', { name: 'Recent work' }))
    expect(texts(work.getAllByRole('heading', { level: 3 }))).toEqual(['Galley kitchen, opened up'])
  })

  it('has no empty part without questions and fitting work', async () => {
    await renderSite('/services/home-additions')
    expect(texts(within(main()).getAllByRole('heading'))).toEqual(['Home additions', 'Tell us about your project'])
    expect(within(main()).queryByRole('region')).toBeNull()
  })

  it('is linked from the card of the service, beside the way to the form', async () => {
    await renderSite('/')
    const cards = within(screen.getByRole('region', { name: 'What We Do' }))
    expect(cards.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Kitchen remodels', '/estimate?type=kitchen-remodel'],
      ['More about kitchen remodels', '/services/kitchen-remodels'],
      ['Home additions', '/estimate?type=home-addition'],
      ['More about home additions', '/services/home-additions'],
      ['Kitchen remodels', '/estimate?type=kitchen-remodel'],
      ['More about kitchen remodels', '/services/kitchen-remodels-2'],
      ['ADU conversions', '/estimate?type=bathroom-remodel'],
      ['More about ADU conversions', '/services/adu-conversions'],
      ['Office buildouts', '/estimate?type=commercial'],
    ])
  })

  it.each([
    '/services/office-buildouts',
    '/services/nothing',
    '/services/Kitchen-Remodels',
    '/services/kitchen-remodels/x',
  ])('is none at %s', async (path) => {
    expectConsole(new RegExp(`^error: 404: there is no page at ${path}$`))
    await renderSite(path)
    expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
  })
})

describe('what search engines read of a service', () => {
  const data = (path: string) =>
    pageHead(pageAt(path), 'https://www.example.com').flatMap(({ name, text: json }) =>
      name === 'script' ? [JSON.parse(String(json))] : [],
    )

  it('is the first sentence, the way to the page and the questions', () => {
    expect(pageAt('/services/kitchen-remodels').description).toBe('We build kitchens near St. George and elsewhere.')
    const [way, faq] = data('/services/kitchen-remodels')
    expect(way['@type']).toBe('BreadcrumbList')
    expect(way.itemListElement.map(({ name, item }: Record<string, string>) => [name, item])).toEqual([
      ['Home', 'https://www.example.com/'],
      ['Services', 'https://www.example.com/#services'],
      ['Kitchen remodels', 'https://www.example.com/services/kitchen-remodels'],
    ])
    expect(faq['@type']).toBe('FAQPage')
    expect(faq.mainEntity[1]).toMatchObject({
      name: questions[1]?.question,
      acceptedAnswer: { text: questions[1]?.answer },
    })
  })

  it('has no questions where there are none', () => {
    expect(data('/services/home-additions').map((each) => each['@type'])).toEqual(['BreadcrumbList'])
  })

  it('is nothing of a company whose services have no pages', () => {
    setCompany(sample)
    expect(servicePages()).toEqual([])
  })
})

describe('the address of a service', () => {
  it.each([
    [['Kitchen remodels'], ['kitchen-remodels']],
    [['Décor & Men’s rooms, 24/7!'], ['decor-mens-rooms-24-7']],
    [
      ['Baths', 'Baths', 'Baths 2', 'Baths'],
      ['baths', 'baths-2', 'baths-2-2', 'baths-3'],
    ],
    [['Сантехника'], ['service']],
  ])('of %j is %j', (names, slugs) => {
    setCompany({ ...sample, services: names.map((name) => ({ ...kitchens, name })) })
    expect([...servicesBySlug().keys()]).toEqual(slugs)
  })
})

it.each([
  ['One. Two.', 'One.'],
  ['No end', 'No end'],
  ['Built by Mr. Lee\nin St. George! Always.', 'Built by Mr. Lee in St. George!'],
  ['A heading\n\nThen a sentence.', 'A heading'],
])('the first sentence of %j is %j', (words, first) => {
  expect(firstSentence(words)).toBe(first)
})
