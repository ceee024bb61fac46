import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '#client/entry-prerender.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { company } from '#shared/company.ts'
import { sitePages } from '#shared/pages.ts'
import { sessionHints } from '#shared/session-hint.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'

const api = pageApi('/')

/** The links and buttons of the header that depend on the auth state. */
function headerNames(): (string | null)[] {
  const always: unknown[] = [company.name, company.phone.display, company.email]
  const header = within(screen.getByRole('banner'))
  return [...header.queryAllByRole('link'), ...header.queryAllByRole('button')]
    .map((element) => element.getAttribute('aria-label') ?? element.textContent)
    .filter((name) => !always.includes(name))
}

const signedOut = ['Sign In', 'Free Estimate', company.guide.button]
const signedIn = ['Admin', 'Free Estimate', 'Sign Out']

describe('the site header', () => {
  it('has Sign In and the guide form for a signed-out visitor, and makes no call', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    await renderSite('/')
    expect(headerNames()).toEqual(signedOut)
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth')
    expect(screen.getByRole('link', { name: 'Staff sign in' }).getAttribute('href')).toBe('/auth?next=%2Fadmin%2Ftoday')
    expect(fetch).not.toHaveBeenCalled()
  })

  it('has Admin and Sign Out for a signed-in visitor, and signing out stays on the page', async () => {
    const { router, user } = await renderSite('/privacy')
    await signIn(api)
    expect(headerNames()).toEqual(signedIn)
    expect(screen.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin')
    expect(screen.getByRole('link', { name: 'Staff dashboard' }).getAttribute('href')).toBe('/admin/today')
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await screen.findByRole('link', { name: 'Sign In' })
    expect(headerNames()).toEqual(signedOut)
    expect(router.state.location.pathname).toBe('/privacy')
    expect(api.calls.at(-1)?.procedure).toBe('auth.signOut')
  })

  it('shows an error when signing out fails, and stays as it is', async () => {
    expectConsole(/^error: Signing out failed\./)
    const { user } = await renderSite('/')
    await signIn(api)
    api.answerTo('auth.signOut', 'hang up')
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    expect(await screen.findByText('Sign Out Failed')).toBeTruthy()
    expect(headerNames()).toEqual(signedIn)
    expect(auth.state().status).toBe('signed-in')
  })
})

describe('the prerendered markup', () => {
  const headerOf = (markup: string) => /<header.*?<\/header>/s.exec(markup)?.[0] ?? ''

  // The dashboard has a frame of its own, and so has the account of the staff.
  it.each(sitePages.filter(({ path }) => !path.startsWith('/admin') && path !== '/account'))(
    'shows in the header of $path which of the two a browser most likely is',
    async ({ path }) => {
      const [none, some] = [headerOf(await renderPage(path, 'none')), headerOf(await renderPage(path, 'some'))]
      expect(none).toContain('Sign In</a>')
      expect(none).not.toContain('Sign Out')
      expect(some).toContain('Sign Out</button>')
      expect(some).not.toContain('Sign In</a>')
    },
  )

  it.each(['/admin', '/admin/today', '/admin/reports', '/account'])('is the pending page for %s', async (path) => {
    for (const hint of sessionHints) {
      const markup = await renderPage(path, hint)
      expect(markup).toContain('role="status"')
      expect(markup.match(/<h1[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/>Loading…$/)])
    }
  })
})
