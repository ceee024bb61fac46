import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { browserNotifications } from '#client/lib/browser-notifications.ts'
import type { NudgeSettings } from '#shared/nudges.ts'
import { refusedBy } from '#tests/support/client/account-responses.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeNotification } from '#tests/support/client/fake-notification.ts'
import { nudgeSettings } from '#tests/support/client/nudge-settings.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'

const api = pageApi('/account')

beforeEach(() => api.answerTo('notifications.settings', dataAnswer(nudgeSettings)))

afterEach(() => {
  vi.unstubAllGlobals()
})

async function openAccount(role: 'user' | 'staff' | 'admin' = 'staff') {
  await signIn(api, { role })
  return await renderSite('/account')
}

const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })
const shown = () =>
  Object.fromEntries(
    within(screen.getByRole('group', { name: 'By email' }))
      .getAllByRole<HTMLInputElement>('switch')
      .map((input) => [input.getAttribute('aria-label'), input.checked]),
  )

describe('emails', () => {
  it('shows a staff member what they are told of, and why', async () => {
    await openAccount()
    await screen.findByRole('switch', { name: 'Morning digest' })
    expect(shown()).toEqual({ 'New requests': false, 'Assigned to you': true, Deadlines: true, 'Morning digest': true })
    const description = document.getElementById(toggle('Deadlines').getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toContain('2 hours before the 24 hours to respond end')
  })

  it('shows an account without a role no switches', async () => {
    await openAccount('user')
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Notifications' })).toBeNull()
    expect(inputsOf(api, 'notifications.settings')).toEqual([])
  })

  it('gives the switch back when it could not be saved', async () => {
    const { user } = await openAccount()
    await screen.findByRole('switch', { name: 'Morning digest' })
    api.answerTo('notifications.set', errorAnswer('SERVICE_UNAVAILABLE', 503))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const answer = api.hold()
    await user.click(toggle('Morning digest'))
    expect(toggle('Morning digest').checked).toBe(false)
    answer()
    expect(await screen.findByText('Morning digest Not Saved')).toBeTruthy()
    await waitFor(() => expect(toggle('Morning digest').checked).toBe(true))
  })

  it('keeps several presses apart, and shows the last press of a switch', async () => {
    const { user } = await openAccount()
    await screen.findByRole('switch', { name: 'Deadlines' })
    let stored: NudgeSettings = nudgeSettings
    api.answerTo('notifications.set', ({ name, on }) => {
      stored = { ...stored, [String(name)]: on }
      return dataAnswer(stored)
    })
    const answer = api.hold()
    await user.click(toggle('Deadlines'))
    await user.click(toggle('New requests'))
    await user.click(toggle('Deadlines'))
    const pressed = { Deadlines: true, 'New requests': true }
    expect(shown()).toMatchObject(pressed)
    answer()
    await waitFor(() => expect(inputsOf(api, 'notifications.set')).toHaveLength(3))
    expect(shown()).toMatchObject(pressed)
    expect(stored).toEqual({ ...nudgeSettings, newEstimates: true })
  })

  it('cannot be switched off for new requests by someone whose address is an office inbox', async () => {
    api.answerTo('notifications.settings', dataAnswer({ ...nudgeSettings, isStaffInbox: true }))
    await openAccount()
    await screen.findByText(/Your address is an office inbox/)
    expect([toggle('New requests').checked, toggle('New requests').disabled]).toEqual([true, true])
  })

  it('sends a test email to oneself, says where it went, and why not', async () => {
    const { user } = await openAccount()
    const press = async () => await user.click(await screen.findByRole('button', { name: 'Send me a test email' }))
    api.answerTo('notifications.sendTest', dataAnswer({ to: 'ada@builders.example' }))
    await press()
    expect(await screen.findByText('Check the inbox of ada@builders.example.')).toBeTruthy()
    document.documentElement.dataset.mail = 'files'
    onTestFinished(() => {
      delete document.documentElement.dataset.mail
    })
    await press()
    expect(await screen.findByText('The email to ada@builders.example is a file on the server.')).toBeTruthy()
    api.answerTo('notifications.sendTest', refusedBy('too_many_attempts'))
    await press()
    expect(await screen.findByText('Test Email Not Sent')).toBeTruthy()
  })

  it('offers another try when the settings do not load', async () => {
    api.answerTo('notifications.settings', errorAnswer('FORBIDDEN', 403))
    const { user } = await openAccount()
    const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 4_000 })
    api.answerTo('notifications.settings', dataAnswer(nudgeSettings))
    await user.click(retry)
    expect(await screen.findByRole('switch', { name: 'Deadlines' })).toBeTruthy()
  })
})

describe('browser notifications', () => {
  const name = 'Browser notifications'

  it('are asked for only on a press, and prove that they work', async () => {
    FakeNotification.install('default')
    const { user } = await openAccount()
    await screen.findByRole('switch', { name })
    expect([FakeNotification.asked, toggle(name).checked]).toEqual([0, false])
    FakeNotification.answer = 'granted'
    await user.click(toggle(name))
    await waitFor(() => expect(toggle(name).checked).toBe(true))
    expect(FakeNotification.shown.map(({ title }) => title)).toEqual(['Notifications are on'])
    await user.click(toggle(name))
    expect([toggle(name).checked, browserNotifications()]).toEqual([false, 'off'])
  })

  it('say how to allow them when the browser blocks them', async () => {
    FakeNotification.install('default')
    const { user } = await openAccount()
    await screen.findByRole('switch', { name })
    FakeNotification.answer = 'denied'
    await user.click(toggle(name))
    expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy()
    expect([toggle(name).checked, toggle(name).disabled]).toEqual([false, true])
    FakeNotification.permission = 'default'
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(toggle(name).disabled).toBe(false))
  })

  it('are not offered where a tab cannot show them', async () => {
    FakeNotification.install('granted', { refuses: true })
    const { user } = await openAccount()
    await user.click(await screen.findByRole('switch', { name }))
    expect(await screen.findByText('This browser cannot show notifications from a tab.')).toBeTruthy()
    expect(toggle(name).disabled).toBe(true)
  })
})
