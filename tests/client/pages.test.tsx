import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { company, licenseLine } from '#shared/company.ts'
import { notFoundPage } from '#shared/pages.ts'
import { consoleOutput, expectConsole } from '#tests/support/client/console-watch.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const linkTo = (name: string | RegExp, within_?: HTMLElement) =>
  (within_ ? within(within_) : screen).getByRole('link', { name }).getAttribute('href')

describe('every page', () => {
  it.each(['/', '/estimate', '/confirmation', '/privacy', '/accessibility'])(
    'has one heading of the first level and the frame: %s',
    async (path) => {
      await renderSite(path)
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
      const header = screen.getByRole('banner')
      expect(linkTo(company.name, header)).toBe('/')
      expect(linkTo('Free Estimate', header)).toBe('/estimate')
      expect(linkTo(company.phone.display, header)).toBe(company.phone.href)
      const footer = screen.getByRole('contentinfo')
      for (const text of [company.serviceArea, company.hours, company.email, company.phone.display])
        expect(within(footer).getByText(text)).toBeTruthy()
      expect(footer.textContent).toContain(`Licensed and insured. ${licenseLine}`)
      expect(linkTo('Privacy', footer)).toBe('/privacy')
      expect(linkTo('Accessibility', footer)).toBe('/accessibility')
    },
  )
})

describe('the confirmation page', () => {
  it('says what happens next and how to reach the company', async () => {
    await renderSite('/confirmation')
    expect(screen.getByRole('heading', { name: 'Thank You!' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'What happens next?' })).toBeTruthy()
    const main = screen.getByRole('main')
    const steps = within(main).getAllByRole('listitem')
    expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
      'Review Your Project',
      'Personal Consultation',
      'Detailed Proposal',
    ])
    expect(linkTo(company.phone.display, main)).toBe(company.phone.href)
    expect(linkTo(company.email, main)).toBe(`mailto:${company.email}`)
    expect(linkTo('Return to Homepage', main)).toBe('/')
    expect(linkTo('Call Now for Immediate Help', main)).toBe(company.phone.href)
  })
})

describe('an unknown path', () => {
  it.each(['/Estimate', '/ADMIN', '/admin/Today', '/Auth'])(
    'is %s, since the server tells upper and lower case apart',
    async (path) => {
      expectConsole(new RegExp(`^error: 404: there is no page at ${path}$`))
      await renderSite(path)
      expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
    },
  )

  it.each(['/estimate//', '/admin/estimates/some-id/', '/services/nothing', '/services'])(
    'is %s, where the server has no page and the router would find one',
    async (path) => {
      expectConsole(new RegExp(`^error: 404: there is no page at ${path}$`))
      await renderSite(path)
      expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
      expect(document.title).toBe(notFoundPage.title)
    },
  )

  it('is not /privacy/, from which the server redirects', async () => {
    await renderSite('/privacy/')
    expect(screen.queryByRole('heading', { name: 'Oops! Page not found' })).toBeNull()
    expect(document.title).toContain('Privacy')
  })

  it('below the dashboard shows the 404 page in the frame of the site, without a sign-in', async () => {
    expectConsole(/^error: 404: there is no page at \/admin\/nothing$/)
    await renderSite('/admin/nothing')
    expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeTruthy()
    expect(screen.getByRole('contentinfo')).toBeTruthy()
  })

  it('is the only path that is logged after navigations without a load', async () => {
    expectConsole(/^error: 404: there is no page at \/no\/such-page$/)
    const { router } = await renderSite('/privacy')
    const nowhere: string = '/no/such-page'
    await act(() => router.navigate({ to: nowhere }))
    await screen.findByRole('heading', { name: 'Oops! Page not found' })
    await waitFor(() => expect(consoleOutput()).toHaveLength(1))
    await act(() => router.navigate({ to: '/' }))
    await screen.findByRole('heading', { name: 'What We Do' })
    expect(consoleOutput()).toHaveLength(1)
  })
})
