import { company } from '#shared/company.ts'
import { fillOptional, fillRequired, newEmail, submitButton, wholeRequest } from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { allButTheFirst, hold } from '#tests/support/e2e/hold-scripts.ts'

const changes: [name: string, change: () => void][] = [
  [
    'a proxy has hidden the mail addresses',
    () => {
      for (const link of document.querySelectorAll('a[href^="mailto:"]')) {
        link.setAttribute('href', '/cdn-cgi/l/email-protection#62')
        link.innerHTML = '<span class="__cf_email__">[email&#160;protected]</span>'
      }
    },
  ],
  [
    'a password manager has put a node beside each field',
    () => {
      for (const field of document.querySelectorAll('main input:not([type=radio])'))
        field.insertAdjacentHTML('afterend', '<div data-manager><button type="button">Fill in</button></div>')
    },
  ],
  [
    'a translator has put its own elements around the texts',
    () => {
      for (const element of document.querySelectorAll('h1, h2, label, button, p'))
        if (element.childElementCount === 0)
          element.innerHTML = `<font style="vertical-align: inherit;"><font>${element.innerHTML}</font></font>`
    },
  ],
]

/** React reports that it had to build the page again. */
const rebuilt = /Minified React error #418/

for (const [name, change] of changes) {
  test(`words, files, focus and selection from before the scripts are kept where ${name}`, async ({
    page,
    site,
    watch,
  }) => {
    watch.expectConsole(rebuilt)
    // A phone has radio buttons as well as a list.
    await page.setViewportSize({ width: 360, height: 740 })
    const email = newEmail()
    const letScriptsCome = await hold(page, allButTheFirst)
    await page.goto('/estimate')
    await page.evaluate(change)
    await fillRequired(page, email)
    await fillOptional(page)
    await page.getByLabel('This is an urgent project').check()
    const noPhoto = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
    const [library, camera] = await page.locator('input[type=file]').all()
    await library?.setInputFiles(noPhoto)
    await camera?.setInputFiles({ ...noPhoto, name: 'Taken.pdf' })
    const text = page.getByLabel('Special Requirements')
    await text.evaluate((field: HTMLTextAreaElement) => {
      field.focus()
      field.setSelectionRange(0, 'Freight'.length)
    })

    letScriptsCome()
    await expect(submitButton(page)).toBeEnabled()
    await expect(text).toBeFocused()
    await page.keyboard.type('Service')
    await expect(text).toHaveValue('Service elevator only.')
    for (const name of ['Plan.pdf', 'Taken.pdf'])
      await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    await submitButton(page).click()
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
    expect(await site.storedFor(email)).toEqual([
      expect.objectContaining({ ...wholeRequest, specific_requirements: 'Service elevator only.' }),
    ])
  })

  test(`an account form keeps its words where ${name}`, async ({ page, watch }) => {
    watch.expectConsole(rebuilt)
    const letScriptsCome = await hold(page, allButTheFirst)
    await page.goto('/auth')
    await page.evaluate(change)
    const form = page.getByRole('main')
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Password', { exact: true }).fill('the secret of Ada')
    letScriptsCome()
    await waitForHydration(page)
    await expect(form.getByLabel('Email')).toHaveValue('ada@example.com')
    await expect(form.getByLabel('Password', { exact: true })).toHaveValue('the secret of Ada')
    await expect(form.getByLabel('Password', { exact: true })).toBeFocused()
  })
}

test("the header's form, submitted before the scripts, is handled where the page is built anew", async ({
  page,
  watch,
}) => {
  watch.expectConsole(rebuilt)
  await page.setViewportSize({ width: 1280, height: 800 })
  const letScriptsCome = await hold(page, allButTheFirst)
  await page.goto('/')
  for (const [, change] of changes) await page.evaluate(change)
  const field = page.getByRole('form', { name: company.guide.label }).getByRole('textbox')
  await field.fill('ana@example.com')
  await field.press('Enter')
  letScriptsCome()
  await expect(page).toHaveURL('/confirmation')
  expect(await page.evaluate(() => localStorage.getItem('consultationEmail'))).toBe('ana@example.com')
})
