import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { cheapHash, choosePassword, goodPassword, sendCredentials } from '#tests/support/e2e/accounts.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'

const main = (page: Page) => page.getByRole('main')

/** Opens a menu in a phone's window that is just high enough for it, without the tabs at its foot. */
async function expectClearOfTabs(page: Page, button: Locator): Promise<void> {
  const bottom = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom)
  await page.setViewportSize({ width: 320, height: 1_000 })
  await page.setViewportSize({ width: 320, height: Math.ceil(await bottom(button)) + 180 })
  await button.press('Enter')
  const menu = page.locator('[popover]:popover-open')
  const tabs = page.locator('[data-tab-bar]')
  expect(await bottom(menu)).toBeLessThanOrEqual(await tabs.evaluate((bar) => bar.getBoundingClientRect().top))
}

test('an administrator invites somebody by key, who joins with a name, and revokes the access again', async ({
  page,
  context,
  browser,
  site,
  watch,
}) => {
  // The session is older than a change of people allows.
  watch.expectConsole(/403 \(Forbidden\).*people\.invite/)
  const email = `ben-${randomUUID().slice(0, 8)}@example.com`
  await signInAs(context, site, 'admin', await cheapHash())
  await page.goto('/admin/people')
  const invite = page.getByRole('button', { name: 'Invite a colleague' })
  await expect(invite).toBeVisible()
  await invite.press('Enter')
  await expectOpenInEachLook(page)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ben Ito')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invitation saved to a file')).toBeVisible()
  await expect(invite).toBeFocused()
  await expect(main(page).getByText(email)).toBeVisible()

  const { link } = await site.mailTo(email, 'account.invitation')
  const theirs = await (await browser.newContext({ baseURL: site.origin })).newPage()
  await theirs.goto(link)
  await expect(theirs.getByLabel('Your name')).toHaveValue('Ben Ito')
  await choosePassword(theirs, goodPassword, 'first')
  await sendCredentials(theirs, 'Sign In', email, goodPassword)
  await expect(theirs.getByText('Welcome, Ada Romero')).toBeVisible()

  await page.reload()
  const row = main(page).getByRole('listitem').filter({ hasText: email })
  const menu = row.getByRole('button', { name: 'Actions for Ada Romero' })
  await expectClearOfTabs(page, menu)
  await page.getByRole('button', { name: 'Revoke access…' }).press('Enter')
  await page.getByRole('button', { name: 'Revoke access', exact: true }).press('Enter')
  await expect(page.getByText('Access revoked')).toBeVisible()
  await expect(main(page).getByText(email)).toBeHidden()
  await expectOpenInEachLook(page)
  await theirs.reload()
  await expect(theirs).toHaveURL(`${site.origin}/auth?next=%2Fadmin%2Ftoday`)
  await expect(main(theirs).getByText('Sign in to access your account')).toBeVisible()
  await theirs.context().close()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveTitle(/^Audit log/)
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Access revoked was Staff' })).toBeVisible()
  await expectOpenInEachLook(page)
})

test('the choices of a role are drawn in the colors of the site, and by the system in forced colors', async ({
  page,
  context,
  site,
}) => {
  await signInAs(context, site, 'admin')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const choice = page.getByRole('radio', { name: 'Administrator' })
  await expect(choice).toHaveCSS('border-color', 'rgb(109, 124, 152)')
  await expect(choice).toHaveCSS('appearance', 'none')
  await choice.check()
  await expect(choice).toHaveCSS('background-color', 'rgb(187, 76, 40)')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(choice).toHaveCSS('appearance', 'auto')
})
