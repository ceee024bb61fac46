import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { cheapHash, goodPassword, sendCredentials } from '#tests/support/e2e/accounts.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { countPresses } from '#tests/support/e2e/count-presses.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { submitElsewhere } from '#tests/support/e2e/submit-elsewhere.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'

test.use({ role: 'staff' })

const toggle = (page: Page, name: string) => page.getByRole('switch', { name })

const newName = () => `Visitor ${randomUUID().slice(0, 8)}`

test('a staff member who switches new requests on by key is told of the next one, once', async ({
  page,
  account: email,
  browser,
  site,
}) => {
  await page.goto('/account#notifications')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeInViewport()
  await expect(toggle(page, 'Deadlines')).toBeChecked()
  await expectOpenInEachLook(page)
  await toggle(page, 'New requests').focus()
  await page.keyboard.press('Space')
  await expect(toggle(page, 'New requests')).toBeChecked()
  await expect(page.getByText('New requests: on')).toBeVisible()
  await page.reload()
  await expect(toggle(page, 'New requests')).toBeChecked()

  const name = newName()
  await submitElsewhere(browser, site, name)
  const { subject, link } = await site.mailTo(email, 'nudge.new')
  expect(subject).toContain(`(${name})`)
  await page.goto(link)
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

/** Lets scripts believe that the person allows notifications, and notes what they show. */
async function noteNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: Notification[] = []
    class Noted extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      onclick: (() => void) | undefined
      close = () => undefined
      readonly title: string
      constructor(title: string) {
        super()
        this.title = title
        shown.push(this as unknown as Notification)
      }
    }
    Object.assign(window, { Notification: Noted, shown })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    localStorage.setItem('staffNotifications', 'on')
  })
}

const shownIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shown: Notification[] }).shown.map(({ title }) => title))

test('two hidden tabs show a new request in one notification, which opens it', async ({
  page,
  context,
  browser,
  site,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await noteNotifications(tab)
    const stream = tab.waitForResponse((response) => response.url().includes('/estimates.changes'))
    await tab.goto('/admin')
    await stream
  }
  const name = newName()
  await submitElsewhere(browser, site, name)
  const all = async () => [...(await shownIn(page)), ...(await shownIn(other))]
  await expect.poll(all).toEqual(['New request: Kitchen Remodel'])
  // Both tabs have heard of it.
  for (const tab of [page, other]) await expect(tab).toHaveTitle(/^\(1\)/)
  const notifying = (await shownIn(page)).length > 0 ? page : other
  await notifying.evaluate(() => {
    const [notification] = (window as unknown as { shown: Notification[] }).shown
    notification?.onclick?.(new Event('click'))
  })
  await expect(notifying.getByRole('heading', { name })).toBeVisible()
  expect(await all()).toHaveLength(1)
})

test('a push shows a notification while no page is open, and says where a press leads', async ({
  page,
  context,
  site,
}) => {
  const started = context.waitForEvent('serviceworker')
  await page.goto('/admin/today')
  const worker = await started
  // The package's Chromium keeps no notification, so what the worker asks for is looked at.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    scope.registration.showNotification = async (title, options) => {
      Object.assign(scope, { asked: { title, ...options } })
    }
  })
  const ready = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/admin'))?.active?.state ?? 'none')
  await expect.poll(ready).toBe('activated')
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const [path, tag] = ['/admin/estimates/1', 'n']
  const data = JSON.stringify({ title: 'Overdue', body: 'Bathroom', tag, path, callPath: `${path}?call` })
  await devtools.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: site.origin, registrationId: await registered, data },
  })
  const asked = () => worker.evaluate(() => (globalThis as unknown as { asked?: object }).asked)
  const opens = { path, callPath: `${path}?call` }
  await expect.poll(asked).toMatchObject({ title: 'Overdue', body: 'Bathroom', tag, data: opens })
})

test('the switches of a device that is notified are open to all', async ({ page, account, site }) => {
  // The package's Chromium denies it, whatever is granted.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  })
  const ofAccount = `SELECT sessions.id FROM sessions JOIN users ON users.id = user_id WHERE email = '${account}'`
  const [{ id } = { id: '' }] = await queryDatabase<{ id: string }>(site.database, ofAccount)
  // The server sends nothing to an address that is no push service's.
  const subscription = { endpoint: `https://push.invalid/${randomUUID()}`, p256dh: '', auth: '', showNames: true }
  const row = { id, sessionId: id, ...subscription, createdAt: new Date() }
  await insertRow(site.database, 'push_subscriptions', row)
  await page.goto('/account#notifications')
  await expect(toggle(page, 'Notify this device')).toBeChecked()
  await expect(toggle(page, 'Show names on the lock screen')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeVisible()
  await expectOpenInEachLook(page)
})

test('after a press on Call, one more logs the call, and loading the page again begins none', async ({
  page,
  site,
}) => {
  const name = newName()
  // There is no number, since the browser would ask whether to dial it and take no press until then.
  const estimate = buildEstimate({ name, email: '', phone: null })
  await insertRow(site.database, 'project_estimates', estimate)
  await page.goto(`/admin/estimates/${estimate.id}?call`)
  const logging = page.getByLabel('Call notes (optional)')
  await expect(logging).toBeFocused()
  await expect(page).toHaveURL(`/admin/estimates/${estimate.id}`)
  const presses = await countPresses(page)
  await page.getByRole('button', { name: 'Log call' }).click()
  await expect(page.getByText('Call logged.')).toBeVisible()
  expect(await presses()).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(logging).toBeHidden()
})

test.describe('signed out', () => {
  test.use({ role: undefined })

  test('a press on Call leads past the sign-in to the request, where one more press logs the call', async ({
    page,
    context,
    site,
  }) => {
    const name = newName()
    const estimate = buildEstimate({ name, email: '', phone: null })
    await insertRow(site.database, 'project_estimates', estimate)
    const email = await signInAs(context, site, 'staff', await cheapHash())
    await context.clearCookies()
    await page.goto(`/admin/estimates/${estimate.id}?call`)
    await sendCredentials(page, 'Sign In', email, goodPassword)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page).toHaveURL(`/admin/estimates/${estimate.id}`)
    await expect(page.getByLabel('Call notes (optional)')).toBeFocused()
    const presses = await countPresses(page)
    await page.getByRole('button', { name: 'Log call' }).click()
    await expect(page.getByText('Call logged.')).toBeVisible()
    expect(await presses()).toBe(1)
  })
})
