import type { Locator } from '@playwright/test'
import { company } from '#shared/company.ts'
import { fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { allButTheFirst, allScripts } from '#tests/support/e2e/hold-scripts.ts'

/** Sets the animation of the note, which alone counts the time, as if the page had waited so long. */
function letPass(note: Locator, milliseconds: number): Promise<void> {
  return note.evaluate((element, time) => {
    const [animation] = element.getAnimations()
    if (!animation) throw new Error('the note has no animation')
    animation.pause()
    animation.currentTime = time
  }, milliseconds)
}

const lost = /^error: Failed to load resource/

test('a request is sent although each script is lost once, and keeps what was typed meanwhile', async ({
  page,
  site,
  watch,
}) => {
  // A part that is lost when it is needed makes the page load itself anew.
  watch.expectConsole(/^error: (?:Failed to load resource|.*A part of the page did not load)/)
  const seen = new Set<string>()
  await page.route(allButTheFirst, async (route) => {
    const address = route.request().url()
    if (seen.has(address)) return route.continue()
    seen.add(address)
    await route.abort('connectionreset')
  })
  const email = newEmail()
  await page.goto('/estimate')
  await fillRequired(page, email)
  await expect(submitButton(page)).toBeEnabled()
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByText('Your reference is')).toBeVisible()
  expect(await site.storedFor(email)).toHaveLength(1)
})

for (const [what, files] of [
  ['any script', allScripts],
  ['the scripts', allButTheFirst],
] as const)
  for (const path of ['/estimate', '/auth'])
    test(`${path} says how to reach the company after ten seconds without ${what}`, async ({ page, watch }) => {
      watch.expectConsole(lost)
      await page.route(files, (route) => route.abort('blockedbyclient'))
      await page.goto(path)
      const note = page.getByText('This form’s scripts have not loaded.')
      await letPass(note, 9_999)
      await expect(note).toBeHidden()
      await letPass(note, 10_000)
      await expect(note).toBeVisible()
      await expect(note.getByRole('link', { name: company.phone.display })).toHaveAttribute('href', company.phone.href)
      await expect(note.getByRole('link', { name: company.email })).toBeVisible()
    })

test('no script is lost after the request was stored', async ({ page }) => {
  await page.goto('/estimate')
  await fillRequired(page, newEmail())
  await expect(submitButton(page)).toBeEnabled()
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  await page.route(allScripts, async (route) => {
    asked.push(route.request().url())
    await route.abort()
  })
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByText('Your reference is')).toBeVisible()
  expect(asked).toEqual([])
})
