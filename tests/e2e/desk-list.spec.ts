import type { Page } from '@playwright/test'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { countPresses } from '#tests/support/e2e/count-presses.ts'
import { expect, type Site, test } from '#tests/support/e2e/fixtures.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

test.use({ role: 'staff' })

/** Numbers the words of the tests, so that no other test's estimates have them. They are short: axe skips cut off names. */
let count = 0
const ownWord = () => `D${Date.now().toString(36)}${count++}`

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const bar = (page: Page) => page.getByRole('region', { name: 'Selected requests' })

/** Opens the compact list of new estimates with a word of their own. */
async function openCompact(page: Page, site: Site, estimates: number): Promise<string> {
  const word = ownWord()
  await insertEstimates(
    site.database,
    Array.from({ length: estimates }, (_, index) => ({
      name: `${word} ${index + 1}`,
      status: 'new',
      urgent: index === 1,
    })),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin?view=compact&q=${word}`)
  await expect(rows(page).first()).toBeVisible()
  return word
}

const assigned = async ({ database }: Site, word: string) =>
  (
    await queryDatabase<{ email: string | null }>(
      database,
      `SELECT users.email FROM project_estimates LEFT JOIN users ON users.id = assignee_id
       WHERE project_estimates.name LIKE '${word}%' ORDER BY project_estimates.created_at DESC`,
    )
  ).map(({ email }) => email)

test('fourteen compact rows are seen at once; five are assigned in four presses, and set back by undo', async ({
  page,
  site,
}) => {
  const colleague = await insertSignedIn(site.database, { role: 'staff' })
  const word = await openCompact(page, site, 20)
  const inWindow = await rows(page).evaluateAll(
    (all) =>
      all.filter((row) => {
        const { top, bottom, height } = row.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight && height >= 44
      }).length,
  )
  expect(inWindow).toBeGreaterThanOrEqual(14)

  const presses = await countPresses(page)
  await page.getByRole('checkbox', { name: `Select ${word} 1`, exact: true }).click()
  await page.getByRole('checkbox', { name: `Select ${word} 5`, exact: true }).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('5 selected')
  await bar(page).getByRole('button', { name: 'Assign' }).click()
  await bar(page).getByRole('button', { name: colleague.email }).click()
  await expect(bar(page)).toContainText(`5 requests assigned to ${colleague.email}.`)
  expect(await presses()).toBe(4)
  const [first, ...others] = await assigned(site, word)
  expect([first, others.filter((email) => email !== null)]).toEqual([colleague.email, Array(4).fill(colleague.email)])

  await bar(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(bar(page)).toContainText('Undone: 5 requests as before.')
  await expect(bar(page)).toBeFocused()
  expect(await assigned(site, word)).toEqual(Array(20).fill(null))
})

test('columns sort, rows are selected by keyboard, a selection is accessible, and a row opens anywhere', async ({
  page,
  site,
}) => {
  const word = await openCompact(page, site, 3)
  const received = page.getByRole('columnheader', { name: 'Received' })
  await expect(received).toHaveAttribute('aria-sort', 'descending')
  await received.getByRole('button').click()
  await expect(page).toHaveURL(/sort=oldest/)
  await expect(received).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText(`${word} 3`)

  await rows(page).first().getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await rows(page).last().getByRole('checkbox').focus()
  await page.keyboard.press('Shift+Space')
  await expect(bar(page)).toContainText('3 selected')
  await bar(page).getByRole('button', { name: 'Status' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toContainText('3 selected')
  await expectOpenInEachLook(page)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()

  await rows(page)
    .last()
    .click({ position: { x: 700, y: 20 } })
  await expect(page.getByRole('heading', { level: 2, name: `${word} 1` })).toBeVisible()
})

test('a view is saved, opened in a menu on a phone, and deleted', async ({ page, site }) => {
  const word = await openCompact(page, site, 1)
  await page.getByRole('button', { name: 'Save this view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(`View of requests of ${word}`)
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: `View of requests of ${word}` })
  await expect(link).toHaveAttribute('aria-current')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin')
  const views = page.getByRole('button', { name: 'Views', exact: true })
  await views.click()
  const menu = await page.locator('[popover]:popover-open').boundingBox()
  expect(menu?.x).toBeGreaterThanOrEqual(16)
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(360 - 16)
  await page.setViewportSize({ width: 740, height: 360 })
  // The menu does not cover it.
  await views.click({ trial: true, timeout: 5_000 })
  // An open menu moves when the window turns, and a press on it in that moment is lost.
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await views.click()
  await link.click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Project Estimates (1)')
  await expect(page).toHaveURL(/view=compact/)
  await expect(page.getByRole('article').filter({ hasText: word })).toBeVisible()

  await views.click()
  await page.getByRole('button', { name: `Change View of requests of ${word}` }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await views.click()
  await expect(page.getByRole('button', { name: 'Save this view…' })).toBeVisible()
  await expect(link).toHaveCount(0)
})
