import { setTimeout as wait } from 'node:timers/promises'
import { company } from '#shared/company.ts'
import { minFormAgeMs } from '#shared/estimates/quarantine.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'

test('emails with words longer than a line are no wider than a phone, and elsewhere keep their labels whole', async ({
  page,
  site,
}) => {
  const word = 'x'.repeat(60)
  const { name: note, email } = newVisitor()
  // Only with a token of the form does the visitor's email quote the name.
  const opened = await page.request.post('/api/trpc/estimates.openForm', { data: {} })
  const { token } = (await opened.json()).result.data
  await wait(minFormAgeMs)
  const phone = `7185550110${'x'.repeat(20)}`
  const typed = { name: word, phone, location: word, projectDescription: note + word.repeat(4) }
  const data = estimateInput({ ...typed, email, formToken: token })
  expect((await page.request.post('/api/trpc/estimates.submit', { data })).status()).toBe(200)

  for (const { html } of [
    await site.mailTo(email, 'estimate.visitor'),
    await site.mailTo(company.email, 'estimate.staff', 1, note),
  ]) {
    expect(html).toContain(word)
    await page.setContent(html)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      const rights = await page
        .locator('body *:visible')
        .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().right)))
      expect(Math.max(...rights)).toBeLessThanOrEqual(width)
    }

    await page.setViewportSize({ width: 800, height: 740 })
    const widths = await page.locator('.label').evaluateAll((all) => all.map((label) => label.clientWidth))
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(140)
  }
})
