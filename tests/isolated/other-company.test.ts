import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { companyFile } from '#shared/company-file.ts'
import type { Company } from '#shared/company-schema.ts'

type ClaimName = keyof Company['claims']

const claimNames = Object.keys(companyFile.claims) as ClaimName[]

afterEach(() => {
  globalThis.publishedCompany = undefined
  vi.resetModules()
})

/** Loads the modules anew, with this company in force. */
function publish(changes: Partial<Company>): void {
  vi.resetModules()
  globalThis.publishedCompany = { ...companyFile, ...changes }
}

function withoutClaims(...hidden: ClaimName[]): Company['claims'] {
  const claims = { ...companyFile.claims }
  for (const name of hidden) claims[name] = { ...claims[name], isHidden: true }
  return claims
}

/** Renders the pages in the frame of the site, without the routes, which keep their pages for Vite's exchange of modules. */
async function renderPages() {
  const { SiteLayout } = await import('#client/components/site-layout.tsx')
  // `createElement` takes the children apart from the rest.
  const Layout = SiteLayout as ComponentType<{ bare: boolean }>
  const { HomePage } = await import('#client/features/home/home-page.tsx')
  const { EstimatePage } = await import('#client/features/estimate-form/estimate-page.tsx')
  const { ConfirmationPage } = await import('#client/features/confirmation/confirmation-page.tsx')
  const render = async (path: string, page: ComponentType) => {
    const root = createRootRoute({
      component: () => createElement(Layout, { bare: false }, createElement(page)),
    })
    const others = ['/', '/estimate', '/confirmation', '/privacy', '/accessibility', '/auth'].map((other) =>
      createRoute({ getParentRoute: () => root, path: other }),
    )
    const router = createRouter({
      routeTree: root.addChildren(others),
      history: createMemoryHistory({ initialEntries: [path] }),
    })
    await router.load()
    const element = document.createElement('div')
    element.innerHTML = renderToString(createElement(RouterProvider, { router: router as never }))
    return element
  }
  return {
    home: await render('/', HomePage),
    form: await render('/estimate', EstimatePage),
    confirmation: await render('/confirmation', ConfirmationPage),
  }
}

async function otherTexts(): Promise<string[]> {
  const { publicPages } = await import('#shared/pages.ts')
  const { shareImageText } = await import('../../client/prerender/share-image-text.ts')
  return [...publicPages.map(({ description }) => description), shareImageText]
}

const headings = (page: HTMLElement) => Array.from(page.querySelectorAll('main h2'), ({ textContent }) => textContent)

/** No part is without content, and no sentence lost what it began or ended with. */
function expectFinished(page: HTMLElement): void {
  const empty = [...page.querySelectorAll('section, ul, ol, dl, li, h1, h2, h3, p, strong, blockquote')].filter(
    (part) => part.textContent?.trim() === '' && !part.matches('[role=status]'),
  )
  expect(empty.map(({ outerHTML }) => outerHTML)).toEqual([])
  for (const heading of page.querySelectorAll('h2, h3')) {
    const own = heading.parentElement?.textContent?.trim()
    const around = heading.parentElement?.parentElement?.textContent?.trim()
    expect(
      [own, around].some((text) => text !== heading.textContent),
      heading.textContent ?? '',
    ).toBe(true)
  }
  for (const text of texts(page)) expectSentence(text)
}

const texts = (page: HTMLElement) =>
  Array.from(page.querySelectorAll('p, li, h1, h2, h3'), (part) => part.textContent ?? '')

function expectSentence(text: string): void {
  expect(text).not.toMatch(/undefined|null|false|^\s*[,.·]|[,·]\s*$|[,·]\s*[,.·]|\.\.|\bwith\.|^ across/)
}

describe('a company that keeps a claim off its site', () => {
  it.each(claimNames.map((name) => [name]))('is silent about it everywhere: %s', async (name) => {
    publish({ claims: withoutClaims(name) })
    const pages = await renderPages()
    const { figure, sentence } = companyFile.claims[name]
    const said = [...Object.values(pages).map(({ textContent }) => textContent ?? ''), ...(await otherTexts())]
    for (const text of said) {
      expect(text.toLowerCase()).not.toContain(sentence.toLowerCase())
      expectSentence(text)
    }
    // "$500" is also in the price of a project, and "500+" in another claim.
    expect(Array.from(pages.home.querySelectorAll('strong'), ({ textContent }) => textContent)).not.toContain(figure)
    for (const page of Object.values(pages)) expectFinished(page)
    const others = claimNames.filter((other) => other !== name).map((other) => companyFile.claims[other].sentence)
    for (const other of others) expect(pages.home.textContent?.toLowerCase()).toContain(other.toLowerCase())
  })

  it('has whole pages without any claim', async () => {
    publish({ claims: withoutClaims(...claimNames) })
    const { licenseLine } = await import('#shared/company.ts')
    const { home, form, confirmation } = await renderPages()
    for (const page of [home, form, confirmation]) {
      expectFinished(page)
      for (const { sentence } of Object.values(companyFile.claims))
        expect(page.textContent?.toLowerCase()).not.toContain(sentence.toLowerCase())
      expect(page.querySelector('footer')?.textContent).toContain(licenseLine)
    }
    expect(headings(home)).toEqual([
      'What We Do',
      'Recent work',
      'Check us out before you hire us',
      'What our clients say',
      'We Know New York',
      'Tell us what you want to build',
    ])
    expect(home.querySelector('h1')?.parentElement?.querySelector('li')?.textContent).toBe(licenseLine)
    expect(texts(home)).toContain('No pressure to sign.')
    expect(home.textContent).toContain('What happens nextWe’ll contact you within 24 hours')
    expect(form.textContent).toContain('Your detailed estimate follows.')
    expect(form.textContent).not.toContain('across all five boroughs')
    expect(texts(confirmation)).toContain('A detailed estimate follows within 2-3 business days.')
    const said = await otherTexts()
    expect(said[0]).toMatch(/^General contractor for kitchens/)
    expect(said.at(-1)).toBe(
      `${companyFile.name}: ${companyFile.headline.join(' ')} ${licenseLine}. A skyline at night.`,
    )
  })
})

describe('a company with little to show', () => {
  const bare = { testimonials: [], projects: [], whyChoose: [], boroughs: [] }
  const alone = { projectManager: undefined, reviews: undefined, socialProfile: undefined }

  it.each([
    ['without testimonials', { testimonials: [] }, 'Our track record', []],
    ['with claims alone', { ...bare, ...alone }, 'Our track record', ['Recent work', 'We Know New York']],
    [
      'without anything but what it offers',
      { ...bare, ...alone, claims: withoutClaims(...claimNames) },
      undefined,
      ['Recent work', 'Our track record', 'What our clients say', 'We Know New York', 'Why owners choose us'],
    ],
  ])('has no empty part: %s', async (_which, changes, proof, gone) => {
    publish(changes)
    const { home } = await renderPages()
    expectFinished(home)
    const all = Array.from(home.querySelectorAll('h2, h3'), ({ textContent }) => textContent)
    if (proof) expect(all).toContain(proof)
    for (const name of gone) expect(all).not.toContain(name)
    expect(all).toContain('What We Do')
    expect(home.querySelector('a[href="#portfolio"]')).toBeNull()
  })

  it.each([
    [1, 'The numbers, and one of the people behind them.'],
    [2, 'The numbers, and two of the people behind them.'],
    [4, 'The numbers, and the people behind them.'],
  ])('counts its testimonials: %d', async (count, lead) => {
    const [sample] = companyFile.testimonials
    if (!sample) throw new Error('The sample has no testimonial.')
    publish({ testimonials: Array.from({ length: count }, (_, index) => ({ ...sample, name: `Client ${index}` })) })
    const { home } = await renderPages()
    expect(texts(home)).toContain(lead)
  })

  it.each([
    ['hidden', withoutClaims('licensed'), undefined],
    ['shown', companyFile.claims, '.'],
  ])('shows its license alone until it says what it is insured for, with the claim %s', async (_how, claims, end) => {
    publish({ claims, insurance: { certificateOnRequest: false } })
    const { licenseLine } = await import('#shared/company.ts')
    const { home } = await renderPages()
    expectFinished(home)
    const trust = [...home.querySelectorAll('section')].find(({ textContent }) =>
      textContent?.startsWith('Check us out'),
    )
    const [license] = trust?.querySelectorAll('li') ?? []
    expect(license?.querySelector(end ? 'p' : 'h3')?.textContent).toBe(`${licenseLine}${end ?? ''}`)
    if (!end) expect(trust?.textContent).not.toMatch(/insur/i)
  })

  it('writes the whole sentence of a number that it does not begin with', async () => {
    const onTime = { figure: '98%', sentence: 'Delivered on time: 98%' }
    publish({ claims: { ...companyFile.claims, onTime } })
    const { home } = await renderPages()
    const statistics = Array.from(home.querySelectorAll('li > strong + *'), (line) => line.parentElement?.textContent)
    expect(statistics).toContain('98%Delivered on time: 98%')
    expect(statistics).toContain('500+ projects completed')
  })

  it('leads to its projects where it has no profile elsewhere', async () => {
    publish({ socialProfile: undefined })
    const { home } = await renderPages()
    expect(home.querySelector('a[href="#portfolio"]')?.textContent).toBe('See our portfolio')
    expect(home.querySelector('#portfolio')).not.toBeNull()
  })

  it('speaks of all five boroughs only with five', async () => {
    publish({ boroughs: companyFile.boroughs.slice(0, 2) })
    const { home, form } = await renderPages()
    expect(form.textContent).toContain('500+ projects completed across New York City.')
    const [description] = await otherTexts()
    expect(description).toMatch(/ in New York City\. Free estimate/)
    expect(texts(home)).toContain('Every borough builds differently. We know the walls, boards and inspectors here.')
  })

  it('says what it builds, and how much it has built', async () => {
    const projects = { ...companyFile.claims.projects, figure: '80', sentence: '80 projects completed' }
    const lead = 'Roofs and gutters, dry for decades.'
    publish({ lead, work: 'roofs and gutters', claims: { ...companyFile.claims, projects } })
    const { home } = await renderPages()
    expect(texts(home)).toContain(lead)
    expect(home.querySelector('footer')?.textContent).toContain('General contracting: roofs and gutters.')
    expect(texts(home)).toContain('Projects of every size')
    const [description] = await otherTexts()
    expect(description).toMatch(/^Licensed and insured general contractor for roofs and gutters in all five boroughs\./)
  })
})
