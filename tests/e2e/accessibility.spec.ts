import type { Locator, Page } from '@playwright/test'
import { company } from '#shared/company.ts'
import { notFoundPage, publicPages } from '#shared/pages.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { noticeOf } from '#tests/support/e2e/notice.ts'

const accountPaths = [
  '/auth',
  '/auth?tab=sign-up',
  '/auth/confirm',
  '/auth/reset',
  '/auth/new-email',
  '/auth/restore-email',
]
/** Leads a page to its state with errors. */
const intoErrors: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/estimate': (page) => submitButton(page).click(),
  '/auth?tab=sign-up': (page) => page.getByRole('button', { name: 'Create Account' }).click(),
}

/** One walk each: a page in a context of its own costs twice as much as the next one. */
const walks = [
  ['the public pages have', publicPages.map((page) => page.path)],
  ['the pages about accounts have', accountPaths],
  ['the page of a wrong address has', ['/no/such-page']],
] satisfies [name: string, paths: string[]][]

/** Reads all of it in one call for each width, because each takes longer than what it does in the page. */
function readFit(page: Page) {
  return page.evaluate((longestWord) => {
    const linesOfText = (element: Element) => {
      const range = document.createRange()
      if (element.lastChild) range.selectNode(element.lastChild)
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
    }
    const shown = [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, p, li, label')]
      // Visually hidden text is cut off on purpose.
      .filter((element) => !element.closest('[aria-hidden="true"]') && element.checkVisibility())
    return {
      width: document.documentElement.scrollWidth,
      // Hidden overflow would scroll sideways by this much.
      cutOff: shown
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
        .map((element) => element.textContent),
      brokenWords: shown
        .filter(
          (element) => element.matches('a') && element.textContent.includes(longestWord) && linesOfText(element) !== 1,
        )
        .map((element) => element.textContent),
    }
  }, company.email)
}

async function expectFitAtEachWidth(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  for (const width of [320, 360, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await readFit(page)).toEqual({ width, cutOff: [], brokenWords: [] })
  }
}

for (const [name, paths] of walks)
  test(`${name} no accessibility violations and fit windows of any width`, async ({ page, watch }) => {
    if (paths.includes('/no/such-page')) {
      watch.expectConsole(/status of 404/)
      watch.expectConsole(/^error: 404: there is no page at/)
    }
    for (const path of paths)
      await test.step(path, async () => {
        // What follows triples the time for each page.
        test.setTimeout(120_000)
        await page.goto(path, { waitUntil: 'networkidle' })
        if (path === '/no/such-page') await expect(page).toHaveTitle(notFoundPage.title)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectOpenInEachLook(page)
        await expectFitAtEachWidth(page)
        if (!intoErrors[path]) return
        await intoErrors[path](page)
        await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
        await expectOpenInEachLook(page)
      })
  })

test('the home page with a notice has no accessibility violations', async ({ page }) => {
  await page.goto('/')
  const notice = noticeOf(page)
  // It stays while it has the focus.
  await notice.getByRole('button').focus()
  await expectOpenInEachLook(page, () => expect(notice).toBeVisible())
})

test('forced colors show which tab is chosen and which box is ticked', async ({ page }) => {
  const background = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/auth')
  const [signIn, signUp] = await Promise.all(
    ['Sign In', 'Sign Up'].map((name) => background(page.getByRole('tab', { name }))),
  )
  expect(signIn).not.toBe(signUp)
  await page.goto('/estimate')
  const urgent = page.getByLabel('This is an urgent project')
  const before = await background(urgent)
  await urgent.check()
  // It changes in a short transition.
  await expect(urgent).not.toHaveCSS('background-color', before)
})
