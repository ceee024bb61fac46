import type { Page } from '@playwright/test'
import { choosePassword, goodPassword, openWithAccount, sendCredentials } from '#tests/support/e2e/accounts.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { fromElsewhere } from '#tests/support/server/sender-ip.ts'

const main = (page: Page) => page.getByRole('main')
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

test('an email address is changed by keyboard, confirmed on a phone, and changed back from the former mailbox', async ({
  page,
  site,
  browser,
  watch,
}) => {
  // The browser logs this after its session was ended.
  watch.expectConsole(/status of 401/)
  const email = await openWithAccount(page, site)
  // One word, which is wider than a small phone.
  const newEmail = `new${email.replaceAll('-', '')}`
  await page.goto('/account')
  await main(page).getByRole('button', { name: 'Change your email' }).focus()
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Change your email address' })).toBeFocused()
  await expectOpenInEachLook(page)
  await page.keyboard.press('Tab')
  await page.keyboard.type(newEmail)
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The email to ${newEmail} is a file on the server.`)).toBeVisible()
  await expect(main(page).getByText('Waiting for your new email')).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'Profile' })).toBeFocused()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  if (size) await page.setViewportSize(size)

  const device = await browser.newContext({
    baseURL: site.origin,
    userAgent: iphone,
    extraHTTPHeaders: fromElsewhere(),
    viewport: { width: 360, height: 740 },
  })
  const phone = await device.newPage()
  await phone.goto((await site.mailTo(newEmail, 'account.email-change')).link)
  await expect(phone).toHaveURL('/auth/new-email')
  await sendCredentials(phone, 'Sign In', email, goodPassword)
  await expect(main(phone).getByText('Your email address has changed')).toBeVisible()

  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(main(page).getByText(newEmail, { exact: true })).toBeVisible()
  const row = main(page).getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await expect(row).toContainText('In another network. Used within the last hour.')
  await main(page).getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(main(page).getByText('No other devices.')).toBeVisible()
  await expect(page.getByText('Safari on iPhone was signed out.')).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'Devices' })).toBeFocused()
  await main(phone).getByRole('link', { name: 'Go to your account' }).click()
  await expect(phone).toHaveURL(/\/auth\?/)

  await phone.goto((await site.mailTo(email, 'account.email-changed')).link)
  await main(phone).getByRole('button', { name: 'Change it back' }).click()
  await expect(main(phone).getByText(email)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/auth\?/)
  await page.goto((await site.mailTo(email, 'account.email-restored')).link)
  await choosePassword(page, 'plaster and patience')
  await device.close()
})
