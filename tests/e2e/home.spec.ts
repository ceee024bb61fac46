import { company } from '#shared/company.ts'
import { expect, test, withMotion } from '#tests/support/e2e/fixtures.ts'
import { noticeOf, noticeSelector } from '#tests/support/e2e/notice.ts'

test.use(withMotion)

test('a notice is animated, but not under reduced motion', async ({ page }) => {
  await page.goto('/')
  const popup = noticeOf(page)
  await expect(popup).toBeVisible()
  await expect(popup).not.toHaveCSS('animation-name', 'none')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(popup).toHaveCSS('animation-name', 'none')
})

test('the windows of the skyline light up once, and are lit from the start under reduced motion', async ({ page }) => {
  await page.goto('/')
  const light = () =>
    page.locator('[class*="skyline"]').evaluate((element) => {
      const { animationName, animationIterationCount, clipPath } = getComputedStyle(element, '::after')
      return { isMoving: animationName !== 'none', times: animationIterationCount, clipPath }
    })
  expect(await light()).toMatchObject({ isMoving: true, times: '1' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await light()).toMatchObject({ isMoving: false, clipPath: 'none' })
})

test('on a phone a notice appears beside the price, or not while it would cover it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { height, isShown } of [
    { height: 740, isShown: true },
    { height: 667, isShown: false },
  ]) {
    await page.setViewportSize({ width: 360, height })
    await page.goto('/')
    await expect(page.locator(noticeSelector)).toHaveCount(1)
    await expect(noticeOf(page)).toHaveCount(isShown ? 1 : 0)
    const price = page.getByText('valued at $500')
    expect(
      await price.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint((left + right) / 2, y)))
      }),
    ).toBe(true)
  }
})

test('in forced colors the drawings keep their ground, and nothing shows below the skyline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.goto('/')
  const bottomOf = (part: string) =>
    page.locator(`[class*="${part}"]`).evaluate((element) => element.getBoundingClientRect().bottom)
  expect(await bottomOf('skyline')).toBe(await bottomOf('city'))
  const drawing = page.getByRole('main').locator('li img').first()
  await expect(drawing).toHaveCSS('background-color', 'rgb(20, 33, 59)')
})

test('in a wide window the header is complete and stays visible while scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const header = page.getByRole('banner')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  for (const part of [
    header.getByRole('link', { name: company.phone.display }),
    header.getByRole('link', { name: company.email }),
    header.getByText(company.serviceArea),
    header.getByText(company.license.number),
    header.getByRole('link', { name: company.name }),
    header.getByRole('textbox', { name: company.guide.label }),
    header.getByRole('link', { name: 'Free Estimate' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
})

test('on a phone the header has one button, the footer the sign-in link, and the phone number stays at the bottom', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link')).toHaveCount(2)
  await expect(header.getByRole('link', { name: 'Free Estimate' })).toBeVisible()
  await expect(header.getByRole('textbox')).toHaveCount(0)
  const staff = page.getByRole('contentinfo').getByRole('link', { name: 'Staff sign in' })
  // The guard of the dashboard knows the parameter.
  await expect(staff).toHaveAttribute('href', '/auth?next=%2Fadmin%2Ftoday')
  const call = page.getByRole('link', { name: `Call ${company.phone.display}` })
  await expect(call).toBeInViewport()
  // At the end of the page it stands above the footer.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const [bar, footer] = [await call.boundingBox(), await page.getByRole('contentinfo').boundingBox()]
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((footer?.y ?? 0) + 1)
})
