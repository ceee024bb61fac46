import type { BrowserContext, Page } from '@playwright/test'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'

test.use({ viewport: { width: 360, height: 740 } })
test.slow()

/**
 * Slows processor and network down. A test of its own is enough: the throttled processor is kept busy.
 *
 * @returns lets the scripts load, at full speed; without it they might come before a busy machine has pressed and typed
 */
async function slowDown(page: Page, context: BrowserContext): Promise<() => Promise<void>> {
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
  return async () => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    release()
  }
}

test('on a slow phone buttons look waiting, an early press on Sign Up keeps the typed email, and then all works', async ({
  page,
  context,
}) => {
  const letScriptsCome = await slowDown(page, context)
  await page.goto('/auth')
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Show what is typed' })).toBeDisabled()
  await expect(main.getByRole('button', { name: 'Sign In', exact: true })).toHaveCSS('cursor', 'progress')
  await main.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth?tab=sign-up')
  await expect(main.getByLabel('Email')).toHaveValue('ada@example.com', { timeout: 20_000 })
  await letScriptsCome()
  await waitForHydration(page, 60_000)
  await expect(main.getByRole('button', { name: 'Create Account' })).toHaveCSS('cursor', 'pointer')
  await expect(main.getByLabel('Email')).toHaveValue('ada@example.com')
  await main.getByRole('button', { name: 'Show what is typed' }).click()
  await expect(main.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})
