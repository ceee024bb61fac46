import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Photo } from '#client/components/photo.tsx'
import { company } from '#shared/company.ts'
import { optionValues, projectTypes } from '#shared/estimates/options.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { shareImageText } from '../../scripts/vite/share-image-text.ts'

beforeEach(async () => {
  await renderSite('/')
})

const region = (name: string) => screen.getByRole('region', { name })
const hrefOf = (link: HTMLElement) => link.getAttribute('href')
const main = () => screen.getByRole('main')

describe('the home page', () => {
  it('has its sections in order below one first-level heading', () => {
    const headings = within(main()).getAllByRole('heading')
    expect(headings.filter((heading) => heading.tagName === 'H1')).toHaveLength(1)
    expect(headings[0]?.tagName).toBe('H1')
    expect(headings.filter((heading) => heading.tagName === 'H2').map((heading) => heading.textContent)).toEqual([
      'What We Do',
      'Recent work',
      'Work you can check before you hire us',
      'Our track record',
      'We Know New York',
      'Tell us what you want to build',
    ])
  })

  it('skips no heading level', () => {
    const levels = within(main())
      .getAllByRole('heading')
      .map((heading) => Number(heading.tagName.slice(1)))
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
    })
  })

  it.each(Object.values(company.claims).map(({ sentence }) => sentence))('makes the claim "%s"', (sentence) => {
    expect(main().textContent?.toLowerCase()).toContain(sentence.toLowerCase())
  })

  it('has no duplicate ids', () => {
    const ids = Array.from(document.querySelectorAll('[id]'), (element) => element.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the claims of the company file', () => {
  it('are the nine of the specification', () => {
    expect(Object.values(company.claims).map(({ sentence }) => sentence)).toEqual([
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
  })
})

describe('the hero of the home page', () => {
  it('has the headline of the share image', () => {
    expect(screen.getByRole('heading', { level: 1, name: 'Renovation done right. In every borough.' })).toBeTruthy()
    expect(shareImageText).toContain('Renovation done right. In every borough.')
  })

  it('has the trust badges', () => {
    const hero = screen.getByRole('heading', { level: 1 }).closest('section')
    expect(hero).toBeTruthy()
    for (const claim of [company.claims.licensed, company.claims.rating, company.claims.response])
      expect(within(hero as HTMLElement).getByText(claim.sentence)).toBeTruthy()
  })

  it('links to the estimate form', () => {
    expect(hrefOf(screen.getByRole('link', { name: 'Get a free consultation' }))).toBe('/estimate')
  })

  it('opens the portfolio in a new tab without opener and referrer', () => {
    const link = screen.getByRole('link', { name: /^See our portfolio/ })
    expect(hrefOf(link)).toBe(company.socialProfile)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })
})

describe('the services on the home page', () => {
  it('are four cards that open the form with their project type', () => {
    const links = within(region('What We Do')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, hrefOf(link)])).toEqual(
      company.services.map(({ name, projectType }) => [name, `/estimate?type=${projectType}`]),
    )
    expect(company.services.map(({ projectType }) => projectType)).toEqual([
      'kitchen-remodel',
      'bathroom-remodel',
      'home-addition',
      'commercial',
    ])
    for (const { projectType } of company.services) expect(optionValues(projectTypes)).toContain(projectType)
  })

  it('mention custom renovations', () => {
    expect(region('What We Do').textContent).toMatch(/custom renovations/i)
  })
})

describe('the projects on the home page', () => {
  it('show each room before and after the work', () => {
    const work = within(region('Recent work'))
    expect(work.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(
      company.projects.map(({ name }) => name),
    )
    const plates = work.getAllByRole('figure')
    expect(plates.map((plate) => plate.textContent)).toEqual(company.projects.flatMap(() => ['Before', 'After']))
    expect(new Set(plates.map((plate) => plate.querySelector('img')?.src)).size).toBe(plates.length)
  })

  it('link to more work', () => {
    const link = within(region('Recent work')).getByRole('link', { name: /^More of our work/ })
    expect(hrefOf(link)).toBe(company.socialProfile)
  })
})

it('a photograph that is not in the folder stops the page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Photo photo={{ file: 'missing.jpg', alt: '' }} sizes="1rem" />)).toThrow('missing.jpg')
})

describe('the trust section of the home page', () => {
  it('names license, years and projects', () => {
    const trust = within(region('Work you can check before you hire us'))
    for (const name of ['Licensed and insured', '15+ years of experience', 'Hundreds of projects'])
      expect(trust.getByRole('heading', { name })).toBeTruthy()
    expect(region('Work you can check before you hire us').textContent).toContain(company.license.number)
  })

  it('links to the city’s license search and to an email that asks for the certificate of insurance', () => {
    const trust = within(region('Work you can check before you hire us'))
    expect(hrefOf(trust.getByRole('link', { name: /^Look up our license/ }))).toBe(company.license.search)
    const certificate = trust.getByRole('link', { name: 'Request our insurance certificate' })
    expect(hrefOf(certificate)).toBe(`mailto:${company.email}?subject=Certificate%20of%20insurance`)
  })

  it('names the project manager, with a face, beside the reasons', () => {
    const reasons = screen.getByRole('heading', { name: 'Why owners choose us' }).parentElement
    const manager = within(reasons as HTMLElement).getByRole('figure')
    expect(manager.textContent).toContain(company.projectManager?.name)
    expect(manager.querySelector('img')?.getAttribute('width')).toBe('160')
  })

  it('gives five reasons to choose the company', () => {
    const reasons = screen.getByRole('heading', { name: 'Why owners choose us' }).parentElement
    expect(within(reasons as HTMLElement).getAllByRole('listitem')).toHaveLength(5)
  })
})

describe('the proof section of the home page', () => {
  it('has four statistics', () => {
    const statistics = within(region('Our track record')).getAllByRole('list')[0]
    const items = within(statistics as HTMLElement).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      '500+ projects completed',
      '4.9 star Google rating (opens in a new tab)',
      '98% on-time delivery',
      '$50M+ in project value',
    ])
  })

  it('links the rating to its source', () => {
    const link = within(region('Our track record')).getByRole('link', { name: /star Google rating/ })
    expect(hrefOf(link)).toBe(company.reviews)
  })

  it('has three testimonials with location, text, rating and project value', () => {
    const quotes = within(region('Our track record')).getAllByRole('figure')
    expect(quotes).toHaveLength(3)
    company.testimonials.forEach((testimonial, index) => {
      const quote = quotes[index]
      for (const part of [testimonial.name, testimonial.location, testimonial.text, testimonial.projectValue])
        expect(quote?.textContent).toContain(part)
      expect(testimonial.rating).toBe(5)
      expect(within(quote as HTMLElement).getByRole('img', { name: '5 of 5 stars' })).toBeTruthy()
    })
  })
})

describe('the New York section of the home page', () => {
  it('has a sentence for each borough and a link to the estimate form', () => {
    const boroughs = within(region('We Know New York'))
    for (const name of ['Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Staten Island'])
      expect(boroughs.getByRole('heading', { name })).toBeTruthy()
    expect(hrefOf(boroughs.getByRole('link', { name: "Let's Build Together" }))).toBe('/estimate')
  })
})

describe('the end of the home page', () => {
  it('has cards for phone, email and a fast response, and a link to the estimate form', () => {
    const end = within(region('Tell us what you want to build'))
    expect(end.getAllByRole('listitem')).toHaveLength(3)
    expect(hrefOf(end.getByRole('link', { name: company.phone.display }))).toBe(company.phone.href)
    expect(hrefOf(end.getByRole('link', { name: company.email }))).toBe(`mailto:${company.email}`)
    expect(end.getByText('24-hour response guarantee')).toBeTruthy()
    expect(end.getByText('A detailed estimate follows within 2-3 business days.')).toBeTruthy()
    expect(hrefOf(end.getByRole('link', { name: 'Get my free estimate' }))).toBe('/estimate')
  })
})
