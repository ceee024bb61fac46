import type { Page } from '@playwright/test'
import { company } from '#shared/company.ts'
import { publicPages } from '#shared/pages.ts'
import { submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { type Focus, focusedName, readFocus, tabTo } from '#tests/support/e2e/keyboard.ts'
import { noticeSelector, openWithNotice } from '#tests/support/e2e/notice.ts'

const windows = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

/** Tabs through a page until the focus leaves it, and returns the names of all stops. */
async function tabThrough(page: Page, atEach: (focus: Focus) => void | Promise<void>): Promise<string[]> {
  const names: string[] = []
  // After some laps, a Chromium without a window skips the stop outside of the page, on an empty page too.
  await page.bringToFront()
  for (;;) {
    await page.keyboard.press('Tab')
    const focus = await readFocus(page)
    if (focus.name === '') return names
    names.push(focus.name)
    expect(names.length, 'the focus never leaves the page').toBeLessThan(100)
    await atEach(focus)
  }
}

/** Counts everything that must be reachable by Tab, which stops once in a group of radio buttons; notices come and go. */
function reachable(page: Page): Promise<number> {
  return page.evaluate(
    (notices) =>
      Array.from(document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')).filter(
        (element) =>
          element.tabIndex >= 0 &&
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.matches(':disabled, label:not(:first-child) > [type=radio]') &&
          !element.closest(notices),
      ).length,
    noticeSelector,
  )
}

test('Tab reaches everything on every page with a visible focus, and leaves the page', async ({ page }) => {
  test.slow()
  for (const { path } of publicPages) {
    await page.goto(path)
    for (const viewport of windows)
      await test.step(`${path}, ${viewport.width} wide`, async () => {
        await page.setViewportSize(viewport)
        await expect(page.locator('button:disabled')).toHaveCount(0)
        const expected = await reachable(page)
        const names = await tabThrough(page, ({ name, hasRing, covered }) => {
          expect(hasRing, `a ring around "${name}"`).toBe(true)
          expect(covered).toEqual([])
        })
        expect(names.filter((name) => name !== 'Close')).toHaveLength(expected)
        expect(names[0]).toBe('Skip to content')
      })
  }
})

for (const viewport of windows) {
  test.describe(`in a window ${viewport.width} pixels wide`, () => {
    test.use({ viewport })

    test('a notice never covers the focused element, and is closed by keyboard', async ({ page }) => {
      await openWithNotice(page)
      const notice = page.locator(noticeSelector)
      await test.step('it hides while it would cover the focus, and returns', async () => {
        let gaveWay = 0
        const names = await tabThrough(page, async ({ covered }) => {
          expect(covered).toEqual([])
          if (!(await notice.isVisible())) gaveWay += 1
        })
        expect(names).toContain(company.email)
        // In a wide window the card covers no link.
        if (viewport.width === 360) expect(gaveWay).toBeGreaterThan(0)
        await expect(notice).toBeVisible()
      })

      await test.step('the next one does not appear over the focus', async () => {
        await page.clock.runFor(4_000)
        await expect(notice).toHaveCount(0)
        await page.getByRole('link', { name: 'Get my free estimate' }).evaluate((link) => {
          link.scrollIntoView({ block: 'end' })
          link.focus({ preventScroll: true })
        })
        await page.clock.runFor(4_000)
        await expect(notice).toHaveCount(1)
        await expect(notice).toBeHidden()
        expect((await readFocus(page)).covered).toEqual([])
        await page.mouse.wheel(0, viewport.height / 2)
        await expect(notice).toBeVisible()
      })

      await test.step('it is closed by keyboard, and Tab continues from there', async () => {
        await tabTo(page, 'Tab', 'Close')
        await expect(notice.getByRole('button', { name: 'Close' })).toBeFocused()
        expect((await readFocus(page)).hasRing).toBe(true)
        await page.keyboard.press('Space')
        await expect(notice).toHaveCount(0)
        await page.keyboard.press('Tab')
        expect(await focusedName(page)).toContain(company.phone.display)
      })
    })
  })
}

test.describe('the header', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('has a tab order that matches its reading order', async ({ page }) => {
    await page.goto('/privacy')
    await waitForHydration(page)
    const expected = [
      'Skip to content',
      company.phone.display,
      company.email,
      company.name,
      company.guide.label,
      company.guide.button,
      'Sign In',
      'Free Estimate',
    ]
    for (const name of expected) {
      await page.keyboard.press('Tab')
      expect(await focusedName(page)).toBe(name)
    }
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/estimate', { timeout: 1000 })
    }).toPass()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('the skip link leads keyboard users to the form, and its error summary to the fields', async ({ page }) => {
  await page.goto('/estimate')
  await expect(submitButton(page)).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Full Name')).toBeFocused()

  await submitButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full Name')).toBeFocused()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveCount(6)
  await tabTo(page, 'Shift+Tab', 'Please select a budget range.')
  await expect(summary.getByRole('link', { name: 'Please select a budget range.' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Budget Range')).toBeFocused()
  await expect(page.getByLabel('Budget Range')).toBeInViewport()
  await expect(page).toHaveURL('/estimate#content')
})
