import type { BrowserContext, Page } from '@playwright/test'
import { submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'

test.use({ viewport: { width: 360, height: 740 } })
test.slow()

/**
 * Slows processor and network down.
 *
 * @returns lets the scripts load; without it they might come before a busy machine has pressed and typed
 */
async function slowDown(page: Page, context: BrowserContext): Promise<() => void> {
  const session = await context.newCDPSession(page)
  const bytesPerSecond = 400_000 / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/(?!start-)[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('on a slow phone an early press on Sign Up opens that tab and keeps the typed email', async ({
  page,
  context,
}) => {
  const letScriptsCome = await slowDown(page, context)
  await page.goto('/auth')
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill('ada@example.com')
  await main.getByLabel('Password', { exact: true }).fill('the secret of Ada')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth?tab=sign-up')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await expect(main.getByLabel('Email')).toHaveValue('ada@example.com', { timeout: 20_000 })
  letScriptsCome()
  await waitForHydration(page, 60_000)
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  await expect(main.getByLabel('Email')).toHaveValue('ada@example.com')
})

test('on a slow phone buttons look waiting until the scripts have loaded, and then work', async ({ page, context }) => {
  const letScriptsCome = await slowDown(page, context)
  await page.goto('/auth')
  const main = page.getByRole('main')
  const show = main.getByRole('button', { name: 'Show what is typed' })
  const signIn = main.getByRole('button', { name: 'Sign In' })
  await expect(show).toBeDisabled()
  await expect(signIn).toHaveCSS('cursor', 'progress')
  await expect(signIn).toHaveCSS('opacity', '0.6')
  letScriptsCome()
  await waitForHydration(page, 60_000)
  await expect(signIn).toHaveCSS('cursor', 'pointer')
  await show.click()
  await expect(main.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('on a slow phone an early reload keeps what was typed into the estimate form', async ({ page, context }) => {
  const letScriptsCome = await slowDown(page, context)
  await page.goto('/estimate')
  await page.getByLabel('Full Name').fill('Ada Romero')
  await expect(submitButton(page)).toHaveCSS('cursor', 'progress')
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero', { timeout: 20_000 })
  letScriptsCome()
  await waitForHydration(page, 60_000)
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero')
})
