import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { button, field } from '#tests/support/client/controls.ts'
import { signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

signedOutApi()

const tab = (name: string) => screen.getByRole('tab', { name })
const isChosen = (name: string) => tab(name).getAttribute('aria-selected') === 'true'

/** The simulated browser has no Caps Lock. */
function pressWithCapsLock(on: boolean): void {
  const event = createEvent.keyUp(field('Password'), { key: 'a' })
  Object.assign(event, { getModifierState: (key: string) => on && key === 'CapsLock' })
  fireEvent(field('Password'), event)
}

describe('the sign-in page', () => {
  it('has the company name as its title on both tabs, a link home, and Sign In first', async () => {
    const { user, router } = await renderSite('/auth')
    expect(isChosen('Sign In')).toBe(true)
    for (const name of ['Sign Up', 'Sign In']) {
      await user.click(tab(name))
      await waitFor(() => expect(isChosen(name)).toBe(true))
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(company.name)
      expect(screen.getByText('Sign in to access your account')).toBeTruthy()
    }
    expect(screen.getAllByRole('tab').map((element) => element.textContent)).toEqual(['Sign In', 'Sign Up'])
    expect(screen.getByRole('tabpanel', { name: 'Sign In' })).toBeTruthy()

    await user.click(screen.getByRole('link', { name: 'Back to Home' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('requires an address and a password, and 6 characters of a new password only', async () => {
    const { user } = await renderSite('/auth')
    const attributes = () =>
      [field('Email'), field('Password')].map(({ required, type, autocomplete, minLength }) => ({
        required,
        type,
        autocomplete,
        minLength: Math.max(minLength, 0),
      }))
    expect(attributes()).toEqual([
      { required: true, type: 'email', autocomplete: 'username', minLength: 0 },
      { required: true, type: 'password', autocomplete: 'current-password', minLength: 0 },
    ])
    await user.click(tab('Sign Up'))
    expect(attributes()).toEqual([
      { required: true, type: 'email', autocomplete: 'email', minLength: 0 },
      { required: true, type: 'password', autocomplete: 'new-password', minLength: 6 },
    ])
  })

  it('shows the typed password on request and says when Caps Lock is on', async () => {
    const { user } = await renderSite('/auth')
    await user.type(field('Password'), 'a secret')
    await user.click(button('Show what is typed'))
    expect(field('Password').type).toBe('text')
    expect(field('Password').value).toBe('a secret')
    await user.click(button('Hide what is typed'))
    expect(field('Password').type).toBe('password')

    pressWithCapsLock(true)
    expect(screen.getByText('Caps Lock is on.')).toBeTruthy()
    pressWithCapsLock(false)
    expect(screen.queryByText('Caps Lock is on.')).toBeNull()
  })
})

describe('the tabs of the sign-in page', () => {
  it.each([
    ['?tab=sign-up', 'Sign Up'],
    ['?tab=sign-in', 'Sign In'],
    ['?tab=nonsense', 'Sign In'],
  ])('open for the search %s as %s', async (search, name) => {
    await renderSite(`/auth${search}`)
    expect(isChosen(name)).toBe(true)
  })

  it('are one Tab stop, arrows, Home and End choose between them, and Back restores them by the URL', async () => {
    const { user, router } = await renderSite('/auth?next=%2Fadmin%2Festimates%2F1')
    expect(tab('Sign Up').tabIndex).toBe(-1)
    act(() => tab('Sign In').focus())
    for (const [key, name] of [
      ['{ArrowRight}', 'Sign Up'],
      ['{ArrowRight}', 'Sign In'],
      ['{ArrowLeft}', 'Sign Up'],
      ['{Home}', 'Sign In'],
      ['{End}', 'Sign Up'],
    ] as const) {
      await user.keyboard(key)
      await waitFor(() => expect(isChosen(name)).toBe(true))
      expect(document.activeElement).toBe(tab(name))
    }
    expect(router.state.location.search).toEqual({ tab: 'sign-up', next: '/admin/estimates/1' })
    act(() => router.history.back())
    await waitFor(() => expect(isChosen('Sign In')).toBe(true))
  })

  it('keep the typed address and drop the password', async () => {
    const { user } = await renderSite('/auth')
    await user.type(field('Email'), 'ada@example.com')
    await user.type(field('Password'), 'a secret')
    await user.click(tab('Sign Up'))
    await screen.findByRole('button', { name: 'Create Account' })
    expect(field('Email').value).toBe('ada@example.com')
    expect(field('Password').value).toBe('')
  })
})
