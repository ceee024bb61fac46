import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { cheapHash, goodPassword, sendCredentials, signIn } from '#tests/support/e2e/accounts.ts'
import { expect, type Site, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'
import { fromElsewhere } from '#tests/support/server/sender-ip.ts'

type End = (desk: { context: BrowserContext; page: Page; site: Site; email: string }) => Promise<void>

const ends: Record<string, End> = {
  'from another browser': async ({ context, site, email }) => {
    const device = await context.browser()?.newContext({ baseURL: site.origin, extraHTTPHeaders: fromElsewhere() })
    const other = await device?.newPage()
    if (!device || !other) throw new Error('There is no other browser.')
    await signIn(other, email)
    await expect(other.getByText('Welcome back!')).toBeVisible()
    await other.goto('/account')
    await other.getByRole('button', { name: /^Sign out (?!all )/ }).click()
    await expect(other.getByText('No other devices.')).toBeVisible()
    await device.close()
  },
  'by signing out in another tab': async ({ context }) => {
    const tab = await context.newPage()
    await tab.goto('/account')
    await tab.getByRole('button', { name: 'Sign Out' }).click()
    await expect(tab).not.toHaveURL('/account')
    await tab.close()
  },
  'because it is over': async ({ site, page, email }) => {
    await changeDatabase(
      site.database,
      `UPDATE sessions SET expires_at = created_at, access_expires_at = created_at WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`,
    )
    // Unless the page has already noticed.
    await page
      .getByRole('button', { name: 'Add note' })
      .evaluateAll(([button]) => button?.isConnected && (button as HTMLElement).click())
  },
  'by signing out': ({ page }) => page.getByRole('button', { name: 'Sign Out' }).click(),
}

for (const [way, end] of Object.entries(ends)) {
  test(`a session that ends ${way} loses no word, and shows none to another account`, async ({
    page,
    context,
    site,
    watch,
  }) => {
    watch.expectConsole(/Clear-Site-Data|status of 401/)
    const id = randomUUID()
    await insertEstimates(site.database, [{ id, name: 'Ada Romero' }])
    const email = await signInAs(context, site, 'staff', await cheapHash())
    await page.goto(`/admin/estimates/${id}`)
    await page.getByLabel('Note', { exact: true }).fill('Typed for ten minutes.')
    await page.getByRole('button', { name: 'Visit', exact: true }).click()
    await page.getByLabel('Visit notes (optional)').fill('Measured the bath.')
    const intake = await context.newPage()
    await intake.goto('/admin/new')
    await intake.getByLabel('Name').fill('Rosa Delacroix')
    await intake.getByLabel('Location').fill('Jackson Heights')

    await end({ context, page, site, email })
    await expect(intake).toHaveURL('/auth?next=%2Fadmin%2Fnew')
    await expect(page).toHaveURL(way === 'by signing out' ? '/' : /\/auth\?next=/)

    // A response on its way still removes the cookies of the session that ended, so signing in may take another try.
    await expect(async () => {
      const colleague = await signInAs(context, site, 'staff', await cheapHash())
      expect(colleague).not.toBe(email)
      await page.goto(`/admin/estimates/${id}`)
      await expect(page.getByText('Another account has unsaved drafts in this tab.')).toBeVisible({ timeout: 5_000 })
      await expect(page.getByLabel('Note', { exact: true })).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Visit notes (optional)')).toHaveCount(0)
    await intake.goto('/admin/new')
    await expect(intake.getByLabel('Name')).toHaveValue('')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await expect(intake).toHaveURL('/auth?next=%2Fadmin%2Fnew')

    await page.goto(`/admin/estimates/${id}`)
    await sendCredentials(page, 'Sign In', email, goodPassword)
    await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Typed for ten minutes.')
    await expect(page.getByLabel('Visit notes (optional)')).toHaveValue('Measured the bath.')
    await expect(intake.getByText('What you typed before is here again.')).toBeVisible()
    await expect(intake.getByLabel('Name')).toHaveValue('Rosa Delacroix')
    await expect(intake.getByLabel('Location')).toHaveValue('Jackson Heights')
  })
}
