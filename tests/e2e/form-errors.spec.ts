import type { Locator, Page } from '@playwright/test'
import { expectRuleWhileScrolledAway } from '#tests/support/e2e/axe.ts'
import { choiceControl, fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, withMotion } from '#tests/support/e2e/fixtures.ts'
import { requiredMessages } from '#tests/support/estimates/required-messages.ts'

test.use(withMotion)

test.beforeEach(async ({ page }) => {
  await page.goto('/estimate')
})

test('the first wrong field gets the focus, wherever it is, and is not hidden by the header', async ({ page }) => {
  await fillRequired(page, newEmail())
  await page.getByLabel('Project Location').fill('x')
  await submitButton(page).click()
  const location = page.getByLabel('Project Location')
  await expect(location).toBeFocused()
  const header = await page.getByRole('banner').boundingBox()
  const field = await location.boundingBox()
  expect(field?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0))
})

const windows = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 375, height: 667 },
  { width: 1366, height: 768 },
  // These are 1280 × 900 at 400% zoom, and a phone held sideways.
  { width: 320, height: 225 },
  { width: 740, height: 360 },
]

/** The parts of a labeled field that are outside of the window, or covered by something. */
function hiddenParts(field: Locator): Promise<string[]> {
  return field.evaluate((control: HTMLInputElement) =>
    [control, ...(control.labels ?? []), ...document.querySelectorAll('fieldset:focus-within legend')].flatMap(
      (part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return [top + 1, bottom - 1].flatMap((y) => {
          const seen = document.elementFromPoint((left + right) / 2, y)
          return seen && part.contains(seen) ? [] : [`${part.tagName} at ${y}`]
        })
      },
    ),
  )
}

test('after a failed submit the focused field and its label are wholly visible in windows of all sizes', async ({
  page,
}) => {
  // Safari has no scroll anchoring.
  for (const viewport of windows)
    for (const overflowAnchor of ['auto', 'none']) {
      await page.setViewportSize(viewport)
      await page.reload()
      await page.evaluate((value) => {
        document.documentElement.style.overflowAnchor = value
      }, overflowAnchor)
      await submitButton(page).click()
      await expect(page.getByLabel('Full Name')).toBeFocused()
      const look = `${viewport.width} × ${viewport.height}, anchor ${overflowAnchor}`
      expect(await hiddenParts(page.getByLabel('Full Name')), look).toEqual([])
      await page.getByRole('alert').getByRole('link', { name: requiredMessages['Budget Range'] }).click()
      const budget = choiceControl(page, 'Budget Range')
      await expect(budget).toBeFocused()
      expect(await hiddenParts(budget), look).toEqual([])
    }
})

test('after an empty submit the title of the summary is visible as well, unless the window is too low', async ({
  page,
}) => {
  for (const viewport of windows.slice(0, 4)) {
    await page.setViewportSize(viewport)
    await page.reload()
    await submitButton(page).click()
    await expect(page.getByLabel('Full Name')).toBeFocused()
    const title = page.getByText('Please fix 6 fields')
    expect(await hiddenParts(title), `${viewport.width} × ${viewport.height}`).toEqual([])
  }
})

test('the field that was corrected last stays in its place when the summary goes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const overflowAnchor of ['auto', 'none']) {
    await page.reload()
    await page.evaluate((value) => {
      document.documentElement.style.overflowAnchor = value
    }, overflowAnchor)
    await expect(submitButton(page)).toBeEnabled()
    await fillRequired(page, newEmail())
    const location = page.getByLabel('Project Location')
    await location.fill('')
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Please fix 1 field')
    const before = await location.boundingBox()
    await location.pressSequentially('Queens')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect((await location.boundingBox())?.y, overflowAnchor).toBeCloseTo(before?.y ?? 0, 0)
  }
})

test('the links of the error summary are large targets at each scroll position of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await submitButton(page).click()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expectRuleWhileScrolledAway(page, 'target-size', page.getByRole('alert').getByRole('link'))
})

/** The distance from the bottom of a field, its error included, to the next label. */
async function gapBelow(page: Page, label: string, next: string): Promise<number> {
  const [field, nextLabel] = await Promise.all([
    page.getByLabel(label).evaluate((control: HTMLInputElement) => {
      const { bottom = 0 } = control.labels?.[0]?.parentElement?.getBoundingClientRect() ?? {}
      return bottom + scrollY
    }),
    page.getByLabel(next).evaluate((control: HTMLInputElement) => {
      const { top = 0 } = control.labels?.[0]?.getBoundingClientRect() ?? {}
      return top + scrollY
    }),
  ])
  return Math.round(nextLabel - field)
}

test('the gap below a field on a phone is the same with and without an error', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const before = await gapBelow(page, 'Full Name', 'Email Address')
  await submitButton(page).click()
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true')
  expect(await gapBelow(page, 'Full Name', 'Email Address')).toBe(before)
})

test('a press on the button counts although the field that it leaves then shows an error above it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(submitButton(page)).toBeEnabled()
  await page.getByLabel('Full Name').fill('Ada Romero')
  const budget = choiceControl(page, 'Budget Range')
  await budget.focus()
  await submitButton(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const button = await submitButton(page).boundingBox()
  if (!button) throw new Error('The button is not in the window.')
  // Near the edge, which an error of the field would move away.
  await page.mouse.move(button.x + button.width / 2, button.y + 4)
  await page.mouse.down()
  await expect(budget).not.toBeFocused()
  await page.mouse.up()
  await expect(page.getByRole('alert')).toContainText('Please fix 5 fields')
})

test('on a phone the head of a section stays below the header and says how far along the form is', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const header = await page.getByRole('banner').boundingBox()
  for (const [part, label] of [
    ['1 of 4', 'Phone Number'],
    ['2 of 4', 'Project Description'],
    ['4 of 4', 'This is an urgent project'],
  ] as const) {
    await page.getByLabel(label).evaluate((control) => {
      scrollBy(0, control.getBoundingClientRect().top - 200)
    })
    const head = page.locator('section > div', { has: page.getByText(part, { exact: true }) })
    await expect(head).toBeInViewport({ ratio: 1 })
    expect((await head.boundingBox())?.y, part).toBeCloseTo((header?.y ?? 0) + (header?.height ?? 0), 0)
  }
})

test('on a phone the arrow keys choose between the buttons of a choice, and Tab goes on', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Project Location').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('radio', { name: '1-2 Months' })
  await expect(chosen).toBeChecked()
  await expect(chosen).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(choiceControl(page, 'Budget Range')).toBeFocused()
})
