import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { errorAnswer, inputsOf, refusal } from '#tests/support/client/fake-api.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { passSeconds } from '#tests/support/client/passing-time.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'
import { answerList, listedEstimates } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin', { email: 'staff@example.com' })

const noRole = refusal('insufficient_role', 403)
const toasts = () => screen.queryAllByRole('alert').map((toast) => toast.textContent)
const listCalls = () => inputsOf(api, 'estimates.list')

describe('the dashboard', () => {
  it('has a frame of its own with its title, the links of its header, and the account by name and address', async () => {
    answerList(api, [])
    await signIn(api, { email: 'ada@example.com', name: 'Ada Romero' })
    await renderSite('/admin')
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy()
    expect(screen.getByText('Manage project estimates')).toBeTruthy()
    expect(screen.getByText(/^Welcome,/).textContent).toBe('Welcome, Ada Romero ada@example.com')
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account')
    expect(screen.queryByRole('contentinfo')).toBeNull()
    expect(screen.queryByRole('link', { name: company.name })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Free Estimate' })).toBeNull()
    await screen.findByText('No project estimates found')
  })
})

describe('signing out', () => {
  it('says that signing out failed and lets the user try again', async () => {
    expectConsole(/^error: Signing out failed\./)
    answerList(api, [])
    const { user, router } = await renderSite('/admin')
    await screen.findByText('No project estimates found')
    api.answerTo('auth.signOut', errorAnswer('INTERNAL_SERVER_ERROR', 500))
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await screen.findByText('Sign Out Failed')
    expect(screen.getByText('You are still signed in. Please try again.')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/admin')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign Out' }).disabled).toBe(false)
  })
})

describe('a list that does not load', () => {
  it.each([
    ['FORBIDDEN', 403],
    ['INTERNAL_SERVER_ERROR', 500],
    ['SERVICE_UNAVAILABLE', 503],
    ['TOO_MANY_REQUESTS', 429],
  ])('says once that privileges may be missing when the list gets %s, and does not retry', async (code, status) => {
    api.answerTo('estimates.list', errorAnswer(code, status))
    await renderSite('/admin')
    await waitFor(() => expect(toasts()).toEqual(['ErrorFailed to load estimates. You may not have admin privileges.']))
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(listCalls()).toHaveLength(1)
  })

  it('says that the list failed to load when the server is out of reach, after one retry', async () => {
    api.answerTo('estimates.list', 'hang up')
    await renderSite('/admin')
    await waitFor(() => expect(toasts()).toEqual(['ErrorFailed to load estimates.']), { timeout: 5_000 })
    expect(listCalls()).toHaveLength(2)
  })

  it('says that the list failed to load when something else responds', async () => {
    api.answerTo('estimates.list', { status: 200, body: '<title>Sign in to the hotel</title>' })
    await renderSite('/admin')
    await waitFor(() => expect(toasts()).toEqual(['ErrorFailed to load estimates.']), { timeout: 5_000 })
  })

  it('hides the loaded list when the account loses its role', async () => {
    answerList(api, listedEstimates(1))
    const { router } = await renderSite('/admin')
    await screen.findByText('Visitor 1')
    await act(() => router.navigate({ to: '/privacy' }))
    api.answerTo('estimates.list', noRole)
    passSeconds(31)
    await act(async () => router.history.back())
    await screen.findByRole('heading', { name: 'Your account can’t view estimate requests' })
    expect(screen.queryByText('Visitor 1')).toBeNull()
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Project Estimates')
  })
})
