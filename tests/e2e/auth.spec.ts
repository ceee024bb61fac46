import {
  choosePassword,
  emailField,
  goodPassword,
  openWithAccount,
  passwordField,
  sendCredentials,
  signIn,
  signInLink,
  signOutButton,
  signUp,
} from '#tests/support/e2e/accounts.ts'
import { newEmail } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'

const refusedBy = (status: number) =>
  new RegExp(`^error: Failed to load resource: the server responded with a status of ${status}`)

/** Chromium logs that signing out clears its cache. */
const cacheCleared = /^info: Clear-Site-Data header/

test('a visitor signs up, confirms by a link that works once, signs out and signs in again', async ({
  page,
  site,
  watch,
}) => {
  watch.expectConsole(cacheCleared)
  watch.expectConsole(refusedBy(400))
  const email = newEmail()
  await signUp(page, email)
  await expect(page.getByText('We sent you a confirmation link to complete your registration.')).toBeVisible()
  await expect(page).toHaveURL('/auth?tab=sign-up')

  const { link } = await site.mailTo(email, 'account.confirmation')
  // Mail services fetch links before users open them; that must not consume them.
  for (let look = 0; look < 3; look += 1) expect((await page.request.get(link)).status()).toBe(200)
  await page.goto(link)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
  await signOutButton(page).click()
  await expect(signInLink(page)).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('This link was already used. It worked.')).toBeVisible()
  await expect(page).toHaveURL('/auth/confirm')

  await page.goto('/auth/confirm?token=unknown')
  await expect(page.getByText('This link is invalid or has expired')).toBeVisible()
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText(/^This site does not send emails yet\. Call .+ for your link\.$/)).toBeVisible()

  await page.goto('/')
  await signInLink(page).click()
  await sendCredentials(page, 'Sign In', email, goodPassword)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page.getByText('You have successfully signed in.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(signOutButton(page)).toBeVisible()
})

test('a browser other than the one that signed up is asked for the password', async ({ page, site, browser }) => {
  const email = newEmail()
  await signUp(page, email)
  const { link } = await site.mailTo(email, 'account.confirmation')

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText(/You signed up in another browser/)).toBeVisible()
  await expect(other.getByText(/Didn’t sign up\? Ignore the email/)).toBeVisible()
  await expect(passwordField(other)).toHaveAttribute('autocomplete', 'current-password')
  // The URL no longer has the token, and a reload still knows it.
  await expect(other).toHaveURL(`${site.origin}/auth/confirm`)
  await other.reload()
  await passwordField(other).fill('not this one')
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByText('Email or password is incorrect.')).toBeVisible()
  await expect(passwordField(other)).toHaveAccessibleDescription(/That isn’t this account’s password\./)
  await expect(passwordField(other)).toHaveValue('not this one')
  await passwordField(other).fill(goodPassword)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other).toHaveURL(`${site.origin}/`)
  await expect(signOutButton(other)).toBeVisible()
  await context.close()
})

test('an invited staff member chooses a password, forgets it and signs in with a new one', async ({
  page,
  site,
  watch,
}) => {
  watch.expectConsole(cacheCleared)
  watch.expectConsole(refusedBy(401))
  const email = newEmail()
  await page.goto(await site.invite(email))
  await choosePassword(page, goodPassword, 'first')
  await sendCredentials(page, 'Sign In', email, goodPassword)
  // The dashboard has a header of its own.
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(signInLink(page)).toBeVisible()

  await page.goto('/auth')
  await emailField(page).fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(emailField(page)).toHaveValue(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/^This site does not send emails yet\. Call/)).toBeVisible()
  await page.goto((await site.mailTo(email, 'account.reset')).link)
  await choosePassword(page, 'plaster and patience')

  // A browser drops the message if the page has gone by then.
  const message = page.waitForEvent('console', (one) => one.text().includes('401'))
  await sendCredentials(page, 'Sign In', email, goodPassword)
  await expect(page.getByRole('tabpanel').getByRole('alert')).toHaveText('Email or password is incorrect.')
  await expect(page.getByText('Sign In Failed')).toBeVisible()
  await message
  await sendCredentials(page, 'Sign In', email, 'plaster and patience')
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the sign-in page redirects a signed-in visitor, and only to pages of this site', async ({ page, site }) => {
  await openWithAccount(page, site)
  await page.goto('/estimate')
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/estimate')

  await page.goto('/auth?next=%2Festimate%3Ftype%3Dkitchen-remodel')
  await expect(page).toHaveURL('/estimate?type=kitchen-remodel')
  // A browser reads it as //elsewhere.example; safe-path.test.ts has the others.
  await page.goto(`/auth?next=${encodeURIComponent('/\t/elsewhere.example')}`)
  await expect(page).toHaveURL('/')
})

test('a changed password ends the sessions of all other devices', async ({ page, site, browser }) => {
  const email = await openWithAccount(page, site)
  const device = await browser.newContext({ baseURL: site.origin })
  const other = await device.newPage()
  await signIn(other, email)
  await expect(signOutButton(other)).toBeVisible()

  await page.goto('/account')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Change your password' }).click()
  await page.getByLabel('Current password').fill(goodPassword)
  await page.getByLabel('New password').fill('plaster and patience')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('You were signed out on all your other devices.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sign-in', exact: true })).toBeFocused()
  await page.reload()
  await expect(signOutButton(page)).toBeVisible()
  await other.goto('/account')
  await expect(other).toHaveURL(/\/auth/)
  await device.close()
})
