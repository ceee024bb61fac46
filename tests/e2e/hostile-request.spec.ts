import { randomUUID } from 'node:crypto'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

test.use({ role: 'admin' })

/** Input of an attacker who targets the staff's pages. */
const hostileTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">here</a>',
  'javascript:alert(1)',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '{{constructor.constructor("alert(1)")()}}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

const [script = '', image = '', breakingOut = ''] = hostileTexts
const all = hostileTexts.join('\n')

test('D10 what was typed into an estimate is text in the list, on its page, in its notes and on paper, and does nothing', async ({
  page,
  site,
}) => {
  expect(hostileTexts).toHaveLength(20)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const name = `${script} ${randomUUID()}`
  const texts = {
    email: image,
    phone: breakingOut,
    location: image,
    projectDescription: all,
    specificRequirements: all,
  }
  await insertEstimates(site.database, [{ name, ...texts }])
  const planted = 'main :is(script, img, iframe, video, math, style, link, meta, body), main svg svg'
  await page.goto('/admin')
  await expect(page.getByRole('link', { name })).toBeVisible()
  // The page shows both texts.
  await expect(page.getByRole('article', { name }).getByText(all, { exact: true })).toHaveCount(2)
  expect(await page.locator(planted).count()).toBe(0)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(page).toHaveTitle(new RegExp(`^${script.replaceAll(/[()]/g, '\\$&')} `))

  const timeline = page.getByRole('region', { name: 'Timeline' })
  await page.getByLabel('Note', { exact: true }).fill(all)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(timeline.getByText(all)).toBeVisible()
  await page.getByRole('button', { name: 'Lost' }).click()
  await page.getByLabel('Reason lost (optional)').fill(all.slice(0, 500))
  await page.getByRole('button', { name: 'Save as lost' }).click()
  await expect(timeline.getByText(all.slice(0, 500).trim(), { exact: true })).toBeVisible()

  await page.reload()
  await expect(timeline.getByText(all, { exact: true })).toBeVisible()
  // The page shows both texts and the note.
  await expect(page.getByRole('main').getByText(all, { exact: true })).toHaveCount(3)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('article', { name }).last().getByText(all, { exact: true })).toHaveCount(3)

  expect(await page.locator(planted).count()).toBe(0)
  const links = await page
    .getByRole('main')
    .locator('a')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  const known = /^(?:\/(?:account|admin[^<>"\s]*)?|(?:mailto:|tel:|sms:|https:\/\/www\.google\.com\/maps\/)[^<>"\s]*)$/
  for (const href of links) expect(href).toMatch(known)
  // Violations of the content policy and requests to elsewhere fail the test by themselves.
  expect(dialogs).toEqual([])
})
