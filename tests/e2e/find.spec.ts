import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { focusedName, readFocus } from '#tests/support/e2e/keyboard.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

test.use({ role: 'staff' })

const cards = (page: Page) => page.getByRole('article')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const tab = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Status' }).getByRole('button', { name })

/**
 * Numbers the words of the tests, so that no other test's estimates have them. They end with a letter, since three digits
 * before a number are its area code.
 */
let count = 0
const ownWord = () => `Quillon${Date.now().toString(36)}${count++}n`

test('a search finds names without accents and phone numbers in any format, and is in the address', async ({
  page,
  site,
}) => {
  const word = ownWord()
  await insertEstimates(site.database, [
    { name: `José ${word}`, phone: '+1 (646) 555-0123' },
    { name: `Ann ${word}`, phone: '646.555.0187' },
  ])
  await page.goto('/admin')
  await search(page).fill(`jose ${word.toLowerCase()}`)
  await expect(page.getByRole('status').filter({ hasText: '1 of 1 loaded' })).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('José')
  await expect(page).toHaveURL(/q=jose/)

  await search(page).fill(`${word} 555-0187`)
  await expect(cards(page)).toContainText('Ann')
  await page.reload()
  await expect(search(page)).toHaveValue(`${word} 555-0187`)
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Project Estimates (1)')

  await search(page).fill(`jsoe ${word}`)
  await page.getByRole('link', { name: `José ${word.toLowerCase()}` }).click()
  await expect(search(page)).toHaveValue(`José ${word.toLowerCase()}`)
  await expect(cards(page)).toContainText('José')

  const long = `${word} ${'x'.repeat(4_000)}`
  await page.goto(`/admin?q=${encodeURIComponent(long)}&status=unknown`)
  await expect(search(page)).toHaveValue(long.slice(0, 200))
  await expect(page).toHaveURL((url) => url.searchParams.get('q')?.length === 200 && !url.searchParams.has('status'))

  await search(page).fill(`${word} nowhere`)
  await expect(page.getByRole('heading', { name: 'No matching requests' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'None found' })).toBeAttached()
  await page.getByRole('button', { name: 'Show all requests' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(cards(page).first()).toBeVisible()
  await expect(page).toHaveURL('/admin')
})

test('filters are chosen by keyboard, each is a history entry, and chips remove them', async ({ page, site }) => {
  const word = ownWord()
  // One of each status, the first of them urgent.
  await insertEstimates(
    site.database,
    Array.from({ length: 4 }, () => ({ name: word })),
  )
  await page.goto(`/admin?q=${word}`)
  await expect(tab(page, /^All/)).toHaveText('All 4')
  await tab(page, /^Completed/).focus()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(1)
  await expect(tab(page, /^Completed/)).toHaveText('Completed 1')
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Urgency').selectOption('Urgent')
  await expect(page.getByRole('heading', { name: 'No matching requests' })).toBeVisible()
  await expect(page).toHaveURL(/status=completed.*urgent=true|urgent=true.*status=completed/)

  await page.goBack()
  await expect(cards(page)).toHaveCount(1)
  await page.goBack()
  await expect(cards(page)).toHaveCount(4)
  await page.goForward()
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove Status: Completed' }).click()
  await expect(cards(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/admin')
})

test('each stop within a date has a ring, also the button of its calendar', async ({ page, site }) => {
  await insertEstimates(site.database, [{ name: ownWord() }])
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('From', { exact: true }).focus()
  for (const stop of ['month', 'day', 'year', 'calendar']) {
    expect(await readFocus(page), stop).toMatchObject({ name: 'From', hasRing: true })
    await page.keyboard.press('Tab')
  }
  expect(await focusedName(page)).toBe('To')
})

test('searching and filtering are accessible', async ({ page, site }) => {
  const word = ownWord()
  await insertEstimates(site.database, [{ name: word }])
  await page.goto(`/admin?q=${word}&urgent=true&budget=50k-100k&sort=due`)
  await expect(cards(page)).toHaveCount(1)
  await expect(tab(page, /^All/)).toHaveText('All 1')
  await page.getByText('Filters', { exact: true }).click()
  await expect(page.getByLabel('Assigned to')).toBeVisible()
  await expectOpenInEachLook(page, async () => {
    const small = await page
      .getByRole('main')
      .locator('button, select, input, summary')
      .evaluateAll((elements) =>
        elements.flatMap((element) => {
          // A label is a part of its box.
          const { height } = (element.closest('label') ?? element).getBoundingClientRect()
          // The height is 0 in the closed menu of phones.
          return height > 0 && height < 44 ? [`${element.textContent} ${height}`] : []
        }),
      )
    expect(small, 'targets lower than 44 pixels').toEqual([])
  })
  await page.goto('/admin?q=nowhere-at-all')
  await expect(page.getByRole('heading', { name: 'No matching requests' })).toBeVisible()
  await expectOpenInEachLook(page)
})

test('a request that is pressed right after typing opens, although the search has not begun', async ({
  page,
  site,
}) => {
  const name = `Ann ${ownWord()}`
  await insertEstimates(site.database, [{ name }])
  await page.goto('/admin')
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await delay(1_000)
    await route.continue()
  })
  await search(page).press('A')
  await link.click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/estimates\//)
})
