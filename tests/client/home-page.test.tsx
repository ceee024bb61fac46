import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Photo } from '#client/components/photo.tsx'
import { company } from '#shared/company.ts'
import { optionValues, projectTypes } from '#shared/estimates/options.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { shareImageText } from '../../client/prerender/share-image-text.ts'

beforeEach(async () => {
  await renderSite('/')
})

const region = (name: string) => screen.getByRole('region', { name })
const main = () => screen.getByRole('main')
const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent)

it('the home page has its sections in order below one first-level heading, which is that of the share image', () => {
  const [first] = within(main()).getAllByRole('heading')
  expect(within(main()).getAllByRole('heading', { level: 1 })).toEqual([first])
  expect(first?.textContent).toBe('Renovation done right. In every borough.')
  expect(shareImageText).toContain('Renovation done right. In every borough.')
  expect(texts(within(main()).getAllByRole('heading', { level: 2 }))).toEqual([
    'What We Do',
    'Recent work',
    'Check us out before you hire us',
    'Our track record',
    'We Know New York',
    'Tell us what you want to build',
  ])
})

it('the home page has no duplicate ids', () => {
  const ids = Array.from(document.querySelectorAll('[id]'), (element) => element.id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('the home page makes the nine claims of the company file', () => {
  const claims = Object.values(company.claims).map(({ sentence }) => sentence)
  expect(claims).toEqual([
    'Licensed and insured',
    '15+ years of experience',
    '500+ projects completed',
    '4.9 star Google rating',
    '98% on-time delivery',
    '$50M+ in project value',
    '24-hour response guarantee',
    'No hidden fees',
    'Free design consultation valued at $500',
  ])
  for (const claim of claims) expect(main().textContent?.toLowerCase()).toContain(claim.toLowerCase())
  const hero = within(screen.getByRole('heading', { level: 1 }).closest('section') ?? document.body)
  for (const claim of [company.claims.licensed, company.claims.rating, company.claims.response])
    expect(hero.getByText(claim.sentence)).toBeTruthy()
  expect(hero.getByText(company.claims.licensed.sentence).textContent).toContain(company.license.number)
})

it.each([
  [undefined, 'Get a free consultation', '/estimate'],
  [undefined, /^See our portfolio/, company.socialProfile],
  ['Recent work', /^More of our work/, company.socialProfile],
  ['Check us out before you hire us', /^Look up our license/, company.license.search],
  [
    'Check us out before you hire us',
    'Request our insurance certificate',
    `mailto:${company.email}?subject=Certificate%20of%20insurance`,
  ],
  ['Our track record', /star Google rating/, company.reviews],
  ['We Know New York', "Let's Build Together", '/estimate'],
  ['Tell us what you want to build', company.phone.display, company.phone.href],
  ['Tell us what you want to build', company.email, `mailto:${company.email}`],
  ['Tell us what you want to build', 'Get my free estimate', '/estimate'],
])('the section %s of the home page has the link "%s" to %s', (section, name, href) => {
  const link = within(section ? region(section) : main()).getByRole('link', { name })
  expect(link.getAttribute('href')).toBe(href)
  if (href?.startsWith('https:'))
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

describe('the sections of the home page', () => {
  it('have four services that open the form with their project type, and mention custom renovations', () => {
    const links = within(region('What We Do')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      company.services.map(({ name, projectType }) => [name, `/estimate?type=${projectType}`]),
    )
    const types = company.services.map(({ projectType }) => projectType)
    expect(types).toEqual(['kitchen-remodel', 'bathroom-remodel', 'home-addition', 'commercial'])
    expect(optionValues(projectTypes)).toEqual(expect.arrayContaining(types))
    expect(region('What We Do').textContent).toMatch(/custom renovations/i)
  })

  it('call a drawing of a job a drawing, and not before or after', () => {
    const work = within(region('Recent work'))
    expect(texts(work.getAllByRole('heading', { level: 3 }))).toEqual(company.projects.map(({ name }) => name))
    const figures = work.getAllByRole('figure')
    expect(texts(figures)).toEqual(company.projects.map(() => 'Drawing'))
    const drawings = work.getAllByRole<HTMLImageElement>('img')
    expect(drawings.map(({ alt }) => alt)).toEqual(company.projects.map(({ drawing }) => `Drawing of the ${drawing}`))
    expect(new Set(drawings.map(({ src }) => src)).size).toBe(figures.length)
    expect(region('Recent work').textContent).not.toMatch(/before|after/i)
  })

  it('name license, years and projects, and beside five reasons the project manager with a face', () => {
    const trust = region('Check us out before you hire us')
    for (const name of ['Licensed and insured', '15+ years of experience', 'Hundreds of projects'])
      expect(within(trust).getByRole('heading', { name })).toBeTruthy()
    expect(trust.textContent).toContain(company.license.number)
    const reasons = within(screen.getByRole('heading', { name: 'Why owners choose us' }).parentElement ?? main())
    expect(reasons.getAllByRole('listitem')).toHaveLength(5)
    const manager = reasons.getByRole('figure')
    expect(manager.textContent).toContain(company.projectManager?.name)
    expect(manager.querySelector('img')?.getAttribute('width')).toBe('160')
  })

  it('prove it with four statistics and three testimonials of five stars', () => {
    const proof = within(region('Our track record'))
    const [statistics] = proof.getAllByRole('list')
    expect(texts(within(statistics ?? main()).getAllByRole('listitem'))).toEqual([
      '500+ projects completed',
      '4.9 star Google rating (opens in a new tab)',
      '98% on-time delivery',
      '$50M+ in project value',
    ])
    const quotes = proof.getAllByRole('figure')
    expect(quotes).toHaveLength(3)
    company.testimonials.forEach(({ name, location, text, projectValue, rating }, index) => {
      const quote = quotes[index] ?? main()
      for (const part of [name, location, text, projectValue]) expect(quote.textContent).toContain(part)
      expect(rating).toBe(5)
      expect(within(quote).getByRole('img', { name: '5 of 5 stars' })).toBeTruthy()
    })
  })

  it('have a sentence for each borough', () => {
    for (const name of ['Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Staten Island'])
      expect(within(region('We Know New York')).getByRole('heading', { name })).toBeTruthy()
  })

  it('end with cards for phone, email and a fast response', () => {
    const end = within(region('Tell us what you want to build'))
    expect(end.getAllByRole('listitem')).toHaveLength(3)
    expect(end.getByText('24-hour response guarantee')).toBeTruthy()
    expect(end.getByText('A detailed estimate follows within 2-3 business days after we talk.')).toBeTruthy()
  })
})

it('a photograph that is not in the folder stops the page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Photo photo={{ file: 'missing.jpg', alt: '' }} sizes="1rem" />)).toThrow('missing.jpg')
})
