import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { submitElsewhere } from '#tests/support/e2e/submit-elsewhere.ts'

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
