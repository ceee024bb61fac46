import { randomUUID } from 'node:crypto'
import { requestPath } from '#server/mail/messages/request-link.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { fillOptional, fillRequired, newEmail, submitButton } from '#tests/support/e2e/estimate-form.ts'
import { expect, type Site, test } from '#tests/support/e2e/fixtures.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { buildProposal } from '#tests/support/estimates/build-proposal.ts'

test('a visitor opens the page of the request from the confirmation, with and without scripts, and prints it', async ({
  browser,
  page,
  site,
  watch,
}) => {
  const email = newEmail()
  await page.goto('/estimate')
  await fillRequired(page, email)
  await fillOptional(page)
  await submitButton(page).click()
  await expect(page).toHaveURL('/confirmation')
  await page.reload()
  const [row] = await site.storedFor(email)
  const { text } = await site.mailTo(email, 'estimate.visitor')
  await page.getByRole('link', { name: 'See your request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your request' })).toBeVisible()
  expect(text).toContain(`See your request:\n${page.url()}\n`)

  const main = page.getByRole('main')
  await expect(main).toContainText(String(row?.reference))
  await expect(main).toContainText('New cabinets.\nThe window stays.')
  await expect(main.getByRole('listitem')).toHaveText([
    /^Review Your ProjectWe received your request on \w{3}, \w{3} \d+\.$/,
    /^Personal ConsultationWe’ll contact you .+\.$/,
    'Detailed ProposalYour proposal follows within 2-3 business days after we talk.',
  ])
  const scripts = page.locator('script')
  expect(await scripts.evaluateAll((all) => all.map((script) => script.getAttribute('src')))).toEqual([
    '/request-photos.js',
  ])
  await expectOpenInEachLook(page)

  const banner = page.getByRole('banner')
  await page.emulateMedia({ media: 'print' })
  await expect(banner.getByRole('link')).toHaveText(['Five Borough Builders'])
  await expect(main).toContainText('Astoria, NY 11102')
  await page.emulateMedia({ media: 'screen' })

  const without = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  const plain = await without.newPage()
  await plain.goto(page.url())
  await expect(plain.getByRole('main')).toContainText(String(row?.reference))
  await without.close()

  watch.expectConsole(/404/)
  await page.goto(`${page.url()}A`)
  await expect(page.getByRole('heading', { level: 1, name: 'We can’t find this request' })).toBeVisible()
  await expectOpenInEachLook(page)
})

/** Stores a request whose visitor was sent a proposal. */
async function storeProposal({ database }: Site): Promise<{ id: string; path: string }> {
  const now = new Date()
  const id = randomUUID()
  const estimate = buildEstimate({ id, reference: randomUUID().slice(0, 9), status: 'in_progress' })
  await insertRow(database, 'project_estimates', { ...estimate, firstContactAt: now, proposalSentAt: now })
  const validUntil = addDays(newYorkDay(now), 30)
  await insertRow(database, 'proposals', buildProposal({ estimateId: id, sentAt: now, validUntil }))
  const [key] = await queryDatabase<{ value: string }>(database, "select value from settings where name = 'server-key'")
  return { id, path: requestPath(Buffer.from(key?.value ?? '', 'base64url'), id) }
}

async function readKinds({ database }: Site, id: string): Promise<string[]> {
  const events = await queryDatabase<{ estimate_id: string; kind: string }>(
    database,
    'select estimate_id, kind from estimate_events order by at, id',
  )
  return events.filter((event) => event.estimate_id === id).map(({ kind }) => kind)
}

test('a proposal is opened by somebody who scrolls, not by programs that load its page', async ({
  page,
  site,
  watch,
}) => {
  const { id, path } = await storeProposal(site)
  for (let loads = 0; loads < 20; loads += 1) await page.goto(path)
  await page.evaluate(() => scrollTo(0, 600))
  expect(await readKinds(site, id)).toEqual([])

  // Without a connection, the next movement says it again.
  watch.expectConsole(/net::ERR_FAILED/)
  await page.route('**/opened', (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed')
  await page.mouse.wheel(0, 300)
  await failed
  await page.mouse.wheel(0, 300)
  await expect.poll(() => readKinds(site, id)).toEqual(['proposal_opened', 'follow_up'])
  await page.keyboard.press('PageDown')
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.locator('script[src="/request-opened.js"]')).toHaveCount(0)
  await page.mouse.wheel(0, 300)
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(await readKinds(site, id)).toEqual(['proposal_opened', 'follow_up'])
  for (const address of ['/', '/estimate'])
    expect(await (await page.request.get(address)).text()).not.toContain('opened.js')
})

test('a visitor accepts a proposal and changes the request, without scripts', async ({ browser, site }) => {
  const { id, path } = await storeProposal(site)
  const context = await browser.newContext({
    baseURL: site.origin,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await page.goto(path)
  const name = page.getByLabel('Your full name')
  const ahead = page.getByRole('button', { name: 'I’d like to go ahead' })
  await ahead.click()
  await expect(name).toHaveAccessibleDescription('Please type your full name.')
  await expect(name).toBeFocused()
  await name.fill('Ada Romero')
  await ahead.click()
  await expect(page.getByRole('status')).toHaveText('Thank you. We’ll prepare the contract and get back to you.')
  await expect(page.getByRole('article')).toContainText('By Ada Romero. We’ll prepare the contract.')

  await page.getByText('Add details').click()
  await page.getByLabel('What would you like to add?').fill('The doorman\nneeds a day’s notice.')
  await page.getByRole('button', { name: 'Add to my request' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you. We added it to your request.')
  await expect(page.getByText('The doorman needs a day’s notice.')).toBeVisible()

  await page.getByText('Correct your phone number').click()
  await page.getByLabel('Your phone number').fill('646 555 0177')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('646 555 0177')).toBeVisible()

  await page.getByText('Withdraw the request').click()
  await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expect(page.getByText('You withdrew this request.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toHaveText('Your request is open again.')
  await context.close()
  const kinds = ['visitor_added', 'visitor_phone', 'visitor_withdrew', 'visitor_returned']
  expect(await readKinds(site, id)).toEqual(['proposal_answered', 'follow_up', ...kinds])
})

test('a proposal can be read by everybody, and printed on one page', async ({ page, site, watch }) => {
  const { path } = await storeProposal(site)
  await page.goto(path)
  watch.expectConsole(/400/)
  await page.getByRole('button', { name: 'I’d like to go ahead' }).click()
  await expect(page.getByText('Please type your full name.')).toBeVisible()
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
  await expectOpenInEachLook(page)

  const amounts = page.getByRole('article').locator('tbody td:last-child')
  const ends = await amounts.evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return Math.round(range.getBoundingClientRect().right)
    }),
  )
  expect(new Set(ends).size).toBe(1)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toContainText('Total $48,550.50')
  await expect(page.getByRole('banner').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('form, summary, button').filter({ visible: true })).toHaveCount(0)
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
