import type { CDPSession, Page } from '@playwright/test'
import { hash } from 'bcryptjs'
import { timeStep, totpCode } from '#server/accounts/second-factor/totp.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { goodPassword, sendCredentials } from '#tests/support/e2e/accounts.ts'
import { expectOpenToAll } from '#tests/support/e2e/axe.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devTools
}

/** Leaves the page first: it would notice the missing session and ask once more, which is refused. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** This is for the other tests of the worker, which get the server after these. */
test.afterEach(({ site }) => changeDatabase(site.database, "delete from settings where name = 'second-factor-duty'"))

test('a passkey is added on the account page and signs in by itself and after the password', async ({ page, site }) => {
  const { email } = await insertSignedIn(site.database, { role: 'staff', passwordHash: await hash(goodPassword, 4) })
  await addAuthenticator(page)
  await page.goto('/auth?next=/account')
  await sendCredentials(page, 'Sign In', email, goodPassword)
  await press(page, 'Add a passkey')
  await main(page).getByLabel('Name', { exact: true }).fill('Office PC')
  await press(page, 'Add the passkey')
  await expect(main(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectOpenToAll(page)
  await press(page, 'I have saved them')
  await expect(main(page).getByText('Office PC')).toBeVisible()
  await expect(main(page).getByText('10 of 10 left.')).toBeVisible()
  await expectOpenToAll(page)

  await forgetSession(page)
  await page.goto('/auth?next=/account')
  await waitForHydration(page)
  await press(page, 'Use a passkey')
  await expect(main(page).getByRole('heading', { level: 2, name: 'Your account' })).toBeVisible()

  await forgetSession(page)
  await page.goto('/auth?next=/account')
  await sendCredentials(page, 'Sign In', email, goodPassword)
  await expect(main(page).getByRole('heading', { name: 'One more step' })).toBeFocused()
  await press(page, 'Use your passkey')
  await expect(main(page).getByRole('heading', { level: 2, name: 'Your account' })).toBeVisible()
})

test('somebody whose role needs a second factor sets an app up right after the password, by keyboard alone', async ({
  page,
  site,
  watch,
}) => {
  watch.expectConsole(/status of 401/)
  const passwordHash = await hash(goodPassword, 4)
  const admin = await insertSignedIn(site.database, { role: 'admin', passwordHash })
  const { email } = await insertSignedIn(site.database, { role: 'staff', passwordHash })
  const call = (procedure: string, input: object) =>
    page.request.post(`/api/trpc/secondFactor.${procedure}`, { headers: admin.headers, data: input })
  expect((await call('prove', { password: goodPassword })).status()).toBe(200)
  expect((await call('setDuty', { duty: 'everybody' })).status()).toBe(200)

  await page.goto('/auth?next=/admin/today')
  await sendCredentials(page, 'Sign In', email, goodPassword)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Set up a second factor')
  await expectOpenToAll(page)
  await main(page).getByRole('button', { name: 'Set up an app' }).focus()
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectOpenToAll(page)
  const secret = (
    await main(page)
      .getByText(/^(?:[A-Z2-7]{4} ?)+$/)
      .innerText()
  ).replaceAll(' ', '')
  const code = main(page).getByLabel('Code from the app')
  await code.focus()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText(/^That code isn’t right\. Scan the QR code on this page/)).toBeVisible()
  await code.fill(totpCode(secret, timeStep(new Date())))
  await page.keyboard.press('Enter')
  const codes = main(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allInnerTexts()
  await press(page, 'I have saved them')
  await expect(page).toHaveURL('/admin/today')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await forgetSession(page)
  await page.goto('/auth?next=/account')
  await sendCredentials(page, 'Sign In', email, goodPassword)
  await expect(main(page).getByLabel('Code', { exact: true })).toBeVisible()
  await expectOpenToAll(page)
  await press(page, 'Use a recovery code')
  await main(page).getByLabel('Recovery code').fill(first)
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('9 of 10 left.')).toBeVisible()
})
