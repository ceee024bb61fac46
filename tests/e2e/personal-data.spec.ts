import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectOpenInEachLook } from '#tests/support/e2e/axe.ts'
import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { insertEstimates } from '#tests/support/estimates/insert-estimates.ts'

test('an administrator erases a person by keyboard alone, and a colleague who was writing is told', async ({
  page,
  context,
  browser,
  site,
}) => {
  const mark = randomUUID().slice(0, 8)
  const phone = `(347) 55${String(Date.now()).slice(-1)}-${String(Date.now()).slice(-5, -1)}`
  const visitor = { email: `ida.${mark}@mail.example`, phone }
  await insertEstimates(site.database, [
    { ...visitor, name: `Ida ${mark}` },
    { ...visitor, name: `Ida Berg ${mark}`, email: `other.${mark}@mail.example` },
    { name: `${mark} IDA`, email: `namesake.${mark}@mail.example`, phone: null },
  ])
  const colleague = await browser.newContext({ baseURL: site.origin })
  await signInAs(colleague, site, 'staff')
  const other = await colleague.newPage()
  const open = async (tab: typeof page) => {
    await tab.goto(`/admin?q=${mark}`)
    await tab.getByRole('link', { name: `Ida ${mark}`, exact: true }).click()
  }
  await open(other)
  await expect(other.getByRole('button', { name: 'Personal data…' })).toHaveCount(0)
  await other.getByLabel('Note', { exact: true }).fill('Ida wants oak')

  await signInAs(context, site, 'admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin?q=${mark}`)
  await page.getByRole('button', { name: 'Save this view…' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Ida’s kitchen ${mark}`)
  await page.keyboard.press('Enter')
  const view = page.getByRole('link', { name: `Ida’s kitchen ${mark}` })
  await expect(view).toBeVisible()
  await open(page)
  await page.getByRole('button', { name: 'Personal data…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Personal data' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(4)
  await expect(dialog.getByRole('checkbox', { name: /same name/ })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: `Ida’s kitchen ${mark}` }).check()
  await expect(dialog).toContainText('same phone number')
  await expectOpenInEachLook(page, () => expect(dialog).toBeVisible())

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as text' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`Full Name: Ida ${mark}`)

  const confirmation = dialog.getByRole('textbox')
  await dialog.getByRole('button', { name: 'Erase 2 requests' }).press('Enter')
  await expect(confirmation).toHaveAccessibleDescription(/or ERASE\./)
  await expect(confirmation).toBeFocused()
  await page.keyboard.type('erase')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Erased', exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'can no longer be changed' })).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(view).toHaveCount(0)

  await expect(other.getByText('What you had begun to write about it here was not saved')).toBeVisible()
  await expect(other.getByLabel('Note', { exact: true })).toHaveCount(0)
  await colleague.close()
})

test('the retention rules have a preview, and the privacy page states those in force', async ({
  page,
  context,
  site,
}) => {
  const at = new Date(Date.now() - 400 * 86_400_000)
  const name = `Old ${randomUUID().slice(0, 8)}`
  await insertEstimates(site.database, [{ name, status: 'completed', createdAt: at, completedAt: at }])
  await signInAs(context, site, 'admin')
  await page.goto('/admin/people/privacy')
  await expect(page.getByText('No one has confirmed these rules yet.')).toBeVisible()
  const completed = page.getByLabel('Completed requests')
  await completed.selectOption('12 months after completion')
  await expect(page.getByRole('link', { name })).toBeVisible()
  const kept = 'Requests with an accepted proposal are kept for 6 years after the answer, whatever the rules say.'
  await expect(page.getByText(kept)).toBeVisible()
  await expectOpenInEachLook(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rules saved')).toBeVisible()
  await expect(completed).toHaveValue('12')
  await expect(page.getByText('No one has confirmed these rules yet.')).toHaveCount(0)

  const sentence = 'We erase your data 12 months after your request is completed'
  await expect(async () => {
    const response = await page.request.get('/privacy')
    expect(await response.text()).toContain(sentence)
  }).toPass({ intervals: [1_000], timeout: 15_000 })
  // A link within the site makes the page ask the server.
  await page.goto('/')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /Privacy/ })
    .click()
  await page.getByText('How long we keep requests').click()
  await expect(page.getByText(sentence)).toBeVisible()
})
