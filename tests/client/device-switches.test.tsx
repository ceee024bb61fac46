import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberNotifiedUser } from '#client/lib/device-push.ts'
import type { PushState } from '#shared/push.ts'
import { refusedBy } from '#tests/support/client/account-responses.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeNotification } from '#tests/support/client/fake-notification.ts'
import { FakePush } from '#tests/support/client/fake-push.ts'
import { nudgeSettings } from '#tests/support/client/nudge-settings.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'
import { todayResponse } from '#tests/support/estimates/today-response.ts'

const api = pageApi('/account')
const publicKey = `B${'s'.repeat(86)}`
const phone = { endpoint: 'https://fcm.googleapis.com/phone', p256dh: `B${'k'.repeat(86)}`, auth: 'a'.repeat(22) }
let stored: PushState

beforeEach(() => {
  stored = { publicKey, device: null }
  api.answerTo('notifications.settings', dataAnswer(nudgeSettings))
  api.answerTo('notifications.device', () => dataAnswer(stored))
  api.answerTo('notifications.setDevice', ({ device }) => {
    stored = { publicKey, device: device as PushState['device'] }
    return dataAnswer(stored)
  })
})

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function openAccount(role: 'user' | 'staff' = 'staff') {
  await signIn(api, { role })
  return await renderSite('/account')
}

const own = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Notify this device' })
const names = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Show names on the lock screen' })
const saved = () => inputsOf(api, 'notifications.setDevice').map(({ device }) => device)

it('a device is switched on by a press, without names, which another press allows, and off', async () => {
  const push = new FakePush('default')
  const { user } = await openAccount()
  expect([(await own()).checked, FakeNotification.asked, push.subscribed]).toEqual([false, 0, []])
  await user.click(await own())
  expect((await names()).checked).toBe(false)
  expect([saved(), push.subscribed]).toEqual([[{ ...phone, showNames: false }], [publicKey]])
  await user.click(await names())
  await waitFor(async () => expect((await names()).checked).toBe(true))
  await user.click(await own())
  await waitFor(async () => expect((await own()).checked).toBe(false))
  expect(saved().slice(1)).toEqual([{ ...phone, showNames: true }, null])
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
})

it('a test says that it is on its way, and why not', async () => {
  new FakePush('granted')
  stored = { publicKey, device: { endpoint: phone.endpoint, showNames: false } }
  const { user } = await openAccount()
  api.answerTo('notifications.testDevice', dataAnswer({ status: 'sent' }))
  await user.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('Test sent')).toBeTruthy()
  api.answerTo('notifications.testDevice', refusedBy('too_many_attempts'))
  await user.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('Test Not Sent')).toBeTruthy()
})

it('a browser that blocks notifications says how to allow them', async () => {
  new FakePush('default')
  const { user } = await openAccount()
  FakeNotification.answer = 'denied'
  await user.click(await own())
  await waitFor(async () => expect((await own()).disabled).toBe(true))
  expect(screen.getAllByText(/Your browser blocks notifications from this site/).length).toBeGreaterThan(0)
  expect(saved()).toEqual([])
})

it('an iPhone is told to open the dashboard from its home screen, and other browsers that they cannot', async () => {
  await openAccount()
  expect((await own()).disabled).toBe(true)
  expect(screen.getByText(/This browser cannot be notified/)).toBeTruthy()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await screen.findByText(/Open Today in Safari first/)).toBeTruthy()
})

it('a server without a key says so', async () => {
  new FakePush('granted')
  stored = { publicKey: null, device: null }
  await openAccount()
  expect((await own()).disabled).toBe(true)
  expect(screen.getByText(/key to notify devices/)).toBeTruthy()
})

it.each(['its push service is down', 'it blocks workers'])('a device stays off where %s', async (why) => {
  const push = new FakePush('granted')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { user } = await openAccount()
  push.isDown = why === 'its push service is down'
  push.isBlocked = why === 'it blocks workers'
  await user.click(await own())
  expect(await screen.findByText('Notify this device Not Saved')).toBeTruthy()
  expect((await own()).checked).toBe(false)
  expect(saved()).toEqual([])
})

it('a device that keeps nothing is switched on all the same', async () => {
  new FakePush('granted')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  const { user } = await openAccount()
  await user.click(await own())
  expect((await names()).checked).toBe(false)
  expect(saved()).toEqual([{ ...phone, showNames: false }])
})

it('offers another try when it does not load', async () => {
  api.answerTo('notifications.device', errorAnswer('FORBIDDEN', 403))
  const { user } = await openAccount()
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 4_000 })
  api.answerTo('notifications.device', dataAnswer(stored))
  await user.click(retry)
  expect(await own()).toBeTruthy()
})

it('a visitor has no such switch', async () => {
  new FakePush('granted')
  await openAccount('user')
  expect(await screen.findByRole('heading', { name: 'Devices' })).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Notify this device' })).toBeNull()
  expect(inputsOf(api, 'notifications.device')).toEqual([])
})

it('a device whose session had ended is notified again once the same person signs in, and no one else', async () => {
  const push = new FakePush('granted')
  rememberNotifiedUser({ userId: 'someone-else', showNames: true })
  const id = 'ana'
  await signIn(api, { id, role: 'staff' })
  api.answerTo('admin.today', dataAnswer(todayResponse()))
  const { unmount } = await renderSite('/admin/today')
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy()
  expect(push.subscribed).toEqual([])
  unmount()
  rememberNotifiedUser({ userId: id, showNames: true })
  await renderSite('/admin/today')
  await waitFor(() => expect(saved()).toEqual([{ ...phone, showNames: true }]))
})

it.each(['another key of the server', 'another address'])(
  'a device that is on is renewed for %s, once',
  async (change) => {
    const push = new FakePush('granted')
    const former = `B${'o'.repeat(86)}`
    push.subscribed.push(change === 'another key of the server' ? former : publicKey)
    const endpoint = change === 'another address' ? 'https://fcm.googleapis.com/former' : phone.endpoint
    stored = { publicKey, device: { endpoint, showNames: true } }
    rememberNotifiedUser({ userId: 'ana', showNames: false })
    await signIn(api, { id: 'ana', role: 'staff' })
    api.answerTo('admin.today', dataAnswer(todayResponse()))
    const { unmount } = await renderSite('/admin/today')
    await waitFor(() => expect(saved()).toEqual([{ ...phone, showNames: true }]))
    unmount()
    await renderSite('/admin/today')
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy()
    await waitFor(() => expect(inputsOf(api, 'notifications.device').length).toBeGreaterThan(1))
    expect(saved()).toHaveLength(1)
  },
)
