import AxeBuilder from '@axe-core/playwright'
import { company } from '#shared/company.ts'
import { comeToLife, expect, test } from './fixtures.ts'

const popupName = 'Recent requests'

test('notices come and go by the clock until they are closed', async ({ page }) => {
  await page.clock.install()
  const chunk = page.waitForResponse(/social-proof.*\.js$/)
  await page.goto('/', { waitUntil: 'networkidle' })
  const popup = page.getByRole('region', { name: popupName })
  await page.clock.runFor(1_100)
  await chunk
  await expect(popup).toBeHidden()
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(popup).toContainText(company.socialProof.notices[0].neighborhood, { timeout: 100 })
  }).toPass()
  await page.clock.runFor(4_000)
  await expect(popup).toBeHidden()
  await page.clock.runFor(4_000)
  await expect(popup).toContainText(company.socialProof.notices[1].neighborhood)
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  await page.clock.runFor(30_000)
  await expect(popup).toBeHidden()
})

test('a notice does not move for those who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const popup = page.getByRole('region', { name: popupName })
  await expect(popup).toBeVisible()
  await expect(popup).toHaveCSS('animation-name', 'none')
})

test("the header's form goes on without a call and keeps the address on the device", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await comeToLife(page)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || new URL(request.url()).pathname.startsWith('/api')) calls.push(request.url())
  })
  const form = page.getByRole('form', { name: company.guide.label })
  await form.getByRole('button').click()
  await expect(page).toHaveURL('/')
  await form.getByRole('textbox').fill('ana@example.com')
  await form.getByRole('button').click()
  await expect(page).toHaveURL('/confirmation')
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(form.getByRole('textbox')).toHaveValue('')
  expect(await page.evaluate(() => localStorage.getItem('consultationEmail'))).toBe('ana@example.com')
  expect(calls).toEqual([])
})

for (const { name, projectType } of company.services) {
  test(`the card "${name}" opens the form for it`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/estimate?type=${projectType}`)
  })
}

test('on a phone the header has the one button, and the number waits below', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link')).toHaveCount(2)
  await expect(header.getByRole('link', { name: 'Free Estimate' })).toBeVisible()
  await expect(header.getByRole('textbox')).toHaveCount(0)
  const call = page.getByRole('link', { name: `Call ${company.phone.display}` })
  await expect(call).toBeInViewport()
  // It ends with the content: at the end of the page it stands above the footer, over nothing of it.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const [bar, footer] = [await call.boundingBox(), await page.getByRole('contentinfo').boundingBox()]
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((footer?.y ?? 0) + 1)
})

for (const width of [360, 1440]) {
  test(`what has the focus is never hidden, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/')
    const links = await page.getByRole('main').getByRole('link').count()
    const hidden: string[] = []
    for (let step = 0; step < links + 12; step += 1) {
      await page.keyboard.press(step < links + 6 ? 'Tab' : 'Shift+Tab')
      const name = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return undefined
        const box = element.getBoundingClientRect()
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        return top && (element.contains(top) || top.contains(element)) ? undefined : element.textContent
      })
      if (name) hidden.push(name)
    }
    expect(hidden).toEqual([])
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme })

    test('the home page with a notice has no fault that a machine can find', async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/')
      await page.getByRole('region', { name: popupName }).hover()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
    })
  })
}
