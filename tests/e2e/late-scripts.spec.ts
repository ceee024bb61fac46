import type { Locator, Page } from '@playwright/test'
import { company } from '#shared/company.ts'
import {
  choose,
  fillOptional,
  fillRequired,
  newEmail,
  submitButton,
  wholeRequest,
} from '#tests/support/e2e/estimate-form.ts'
import { expect, test, waitForHydration } from '#tests/support/e2e/fixtures.ts'
import { allButTheFirst, allScripts, hold } from '#tests/support/e2e/hold-scripts.ts'

/** Collects the scripts that the page requests, except start.ts. */
function watchScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (allButTheFirst.test(request.url())) asked.push(request.url())
  })
  return asked
}

/** Stops the browser from reporting paints. */
async function hidePaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      PerformanceObserver: class {
        observe() {}
        disconnect() {}
      },
    })
  })
}

test.describe('the scripts', () => {
  test('start after the first paint', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const times = await page.evaluate(() => {
      // All but the one that starts them.
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /assets\/(?!start-)[^/]*\.js$/.test(name))
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        script: scripts.length > 0 ? Math.min(...scripts.map(({ startTime }) => startTime)) : Number.NaN,
      }
    })
    expect(times.script).toBeGreaterThanOrEqual(times.paint)
  })

  test('start in a browser that reports no paints', async ({ page }) => {
    await hidePaints(page)
    await page.goto('/')
    await waitForHydration(page)
  })

  // No paint is reported, and the page never finishes loading.
  test.describe('without waiting for a paint or the load', () => {
    test.beforeEach(async ({ page }) => {
      await hidePaints(page)
      await hold(page, '**/assets/skyline-*.svg')
    })
    test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

    test('start in a hidden tab', async ({ page }) => {
      await page.addInitScript(() => {
        Object.defineProperty(document, 'hidden', { get: () => true })
      })
      await page.goto('/', { waitUntil: 'domcontentloaded' })
      await waitForHydration(page)
    })

    const uses: [name: string, use: (page: Page) => Promise<unknown>][] = [
      ['a key', (page) => page.keyboard.press('Tab')],
      ['a press', (page) => page.mouse.click(5, 400)],
      ['the focus', (page) => page.getByRole('textbox').focus()],
    ]
    for (const [name, use] of uses)
      test(`on ${name}`, async ({ page }) => {
        const asked = watchScripts(page)
        await page.setViewportSize({ width: 1280, height: 800 })
        // The clock stands still, so the longest wait never ends.
        await page.clock.install({ time: 0 })
        await page.clock.pauseAt(60_000)
        await page.goto('/', { waitUntil: 'domcontentloaded' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(asked).toEqual([])
        await use(page)
        await page.clock.resume()
        await waitForHydration(page)
      })
  })
})

test('everything that was filled in before the scripts loaded is sent', async ({ page, site }) => {
  const email = newEmail()
  const letScriptsCome = await hold(page, allScripts)
  await page.goto('/estimate', { waitUntil: 'commit' })
  await fillRequired(page, email)
  await fillOptional(page)
  await page.getByLabel('This is an urgent project').check()
  await expect(submitButton(page)).toBeDisabled()

  letScriptsCome()
  await expect(submitButton(page)).toBeEnabled()
  await expect(page.getByText('Your answers are saved on this device.')).toBeVisible()
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  expect(await site.storedFor(email)).toEqual([
    expect.objectContaining({
      ...wholeRequest,
    }),
  ])
})

test('typing continues undisturbed while the scripts load', async ({ page }) => {
  const letScriptsCome = await hold(page, allButTheFirst)
  await page.goto('/estimate')
  const name = page.getByLabel('Full Name')
  await name.pressSequentially('Ada Rmero')
  for (let step = 0; step < 'mero'.length; step += 1) await page.keyboard.press('ArrowLeft')
  letScriptsCome()
  await expect(submitButton(page)).toBeEnabled()
  await page.keyboard.type('o')
  await expect(name).toHaveValue('Ada Romero')
  await expect(name).toBeFocused()
})

for (const [what, files] of [
  ['any script', allScripts],
  ['the scripts', allButTheFirst],
] as const) {
  test.describe(`before ${what} loads`, () => {
    test('a click on the button or the Enter key keeps the form and the URL', async ({ page }) => {
      const letScriptsCome = await hold(page, files)
      await page.goto('/estimate', { waitUntil: 'commit' })
      await page.getByLabel('Full Name').fill('Ada Romero')
      await page.getByLabel('Full Name').press('Enter')
      await submitButton(page).click({ force: true })
      letScriptsCome()
      await expect(submitButton(page)).toBeEnabled()
      await expect(page).toHaveURL('/estimate')
      await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero')
    })
  })
}

test('links work before any script or the scripts load', async ({ page }) => {
  for (const files of [allScripts, allButTheFirst]) {
    await hold(page, files)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('banner').getByRole('link', { name: 'Free Estimate' }).click()
    await expect(page).toHaveURL('/estimate')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('estimate')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test.describe("the header's form", () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  const field = (page: Page) => page.getByRole('form', { name: company.guide.label }).getByRole('textbox')

  test('submitted before the scripts load is handled once they have', async ({ page }) => {
    const letScriptsCome = await hold(page, allButTheFirst)
    await page.goto('/')
    await field(page).fill('ana@example.com')
    await field(page).press('Enter')
    await expect(page).toHaveURL('/')
    await expect(field(page)).toHaveValue('ana@example.com')
    const button = page.getByRole('form', { name: company.guide.label }).getByRole('button')
    await expect(button).toHaveCSS('cursor', 'progress')
    expect(await button.evaluate((element) => getComputedStyle(element, '::after').visibility)).toBe('visible')
    letScriptsCome()
    await expect(page).toHaveURL('/confirmation')
    expect(await page.evaluate(() => localStorage.getItem('consultationEmail'))).toBe('ana@example.com')
  })

  test('submitted before any script loads keeps the address in its field', async ({ page }) => {
    const letScriptsCome = await hold(page, allScripts)
    await page.goto('/', { waitUntil: 'commit' })
    await field(page).fill('ana@example.com')
    await field(page).press('Enter')
    letScriptsCome()
    await waitForHydration(page)
    await expect(page).toHaveURL('/')
    await expect(field(page)).toHaveValue('ana@example.com')
    await field(page).press('Enter')
    await expect(page).toHaveURL('/confirmation')
  })
})

test('a page has its styles inlined, and the next one loads only its own', async ({ page }) => {
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.css')) sheets.push(new URL(request.url()).pathname)
  })
  const inlined = async (path: string) => {
    const html = await (await page.request.get(path)).text()
    return /data-styles="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
  }
  const [home, form] = [await inlined('/'), await inlined('/estimate')]
  await page.goto('/')
  await waitForHydration(page)
  expect(sheets.filter((path) => home.includes(path))).toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'Free Estimate' }).click()
  await expect(submitButton(page)).toBeEnabled()
  await expect(submitButton(page)).toHaveCSS('min-height', '56px')
  const own = sheets.filter((path) => home.includes(path) || form.includes(path))
  expect(own).toContain(form.at(-1))
  // The first page has the shared styles.
  const there = await page
    .locator('head link[disabled]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(there).not.toEqual([])
  expect(own.filter((path) => there.includes(path))).toEqual([])
  expect(new Set(own).size).toBe(own.length)
})

test('a field that was left with an error shows it once the scripts have loaded', async ({ page }) => {
  const letScriptsCome = await hold(page, allButTheFirst)
  await page.goto('/estimate')
  await page.getByLabel('Email Address').fill('ada@')
  await page.getByLabel('Full Name').fill('A')
  letScriptsCome()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  // This field still has the focus.
  await expect(page.getByText('Name must be at least 2 characters.')).toBeHidden()
})

test('the link for a forgotten password takes the typed email along before the scripts load', async ({ page }) => {
  const letScriptsCome = await hold(page, allButTheFirst)
  await page.goto('/auth')
  const field = page.getByRole('main').getByLabel('Email', { exact: true })
  await field.fill('ada@example.com')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/auth/reset')
  letScriptsCome()
  await waitForHydration(page)
  await expect(field).toHaveValue('ada@example.com')
})

test('it takes it along also when the scripts load while the server is still busy with the next page', async ({
  page,
}) => {
  const letScriptsCome = await hold(page, allButTheFirst)
  await page.goto('/auth')
  const field = page.getByRole('main').getByLabel('Email', { exact: true })
  await field.fill('ada@example.com')
  await page.evaluate(() => addEventListener('hydrated', () => void fetch('/favicon.svg?hydrated')))
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/reset', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('link', { name: 'Forgot password?' }).click({ noWaitAfter: true })
  // Until the next page comes, the test sees no more of this one than its requests.
  const isHydrated = page.waitForRequest('**/favicon.svg?hydrated')
  letScriptsCome()
  await isHydrated
  answer()
  await expect(page).toHaveURL('/auth/reset')
  await waitForHydration(page)
  await expect(field).toHaveValue('ada@example.com')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the sign-up tab opens before the scripts load; the typed email is kept, and never the password', async ({
    page,
  }) => {
    const letScriptsCome = await hold(page, allButTheFirst)
    await page.goto('/auth')
    const main = page.getByRole('main')
    await main.getByLabel('Email').fill('ada@example.com')
    await main.getByLabel('Password', { exact: true }).fill('the secret of Ada')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/auth?tab=sign-up')
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled()
    await expect(main.getByLabel('Email')).toHaveValue('ada@example.com')
    await expect(main.getByLabel('Password', { exact: true })).toHaveValue('')
    await main.getByLabel('Password', { exact: true }).fill('another secret of Ada')
    letScriptsCome()
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()
    await expect(main.getByLabel('Email')).toHaveValue('ada@example.com')
    await expect(main.getByLabel('Password', { exact: true })).toHaveValue('another secret of Ada')
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await expect(main.getByLabel('Email')).toHaveValue('ada@example.com')
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      'secret',
    )
  })

  test('a reload before the scripts load keeps what was typed into the estimate form', async ({ page }) => {
    const letScriptsCome = await hold(page, allButTheFirst)
    await page.goto('/estimate')
    await page.getByLabel('Full Name').fill('Ada Romero')
    await choose(page, 'Project Type', 'Kitchen Remodel')
    await page.getByLabel('This is an urgent project').check()
    await page.reload()
    await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero')
    await expect(page.getByRole('radio', { name: 'Kitchen Remodel' })).toBeChecked()
    letScriptsCome()
    await expect(submitButton(page)).toBeEnabled()
    await expect(page.getByLabel('Full Name')).toHaveValue('Ada Romero')
    await expect(page.getByLabel('Project Type')).toHaveValue('kitchen-remodel')
    await expect(page.getByLabel('This is an urgent project')).toBeChecked()
  })

  test('what needs the scripts looks waiting until they have loaded', async ({ page }) => {
    const words = (button: Locator) =>
      button.evaluate((element) => {
        const { content, visibility } = getComputedStyle(element, '::after')
        return visibility === 'visible' ? content : ''
      })
    const letScriptsCome = await hold(page, allButTheFirst)
    await page.goto('/auth')
    const signIn = page.getByRole('main').getByRole('button', { name: 'Sign In' })
    await expect(page.getByRole('button', { name: 'Show what is typed' })).toBeDisabled()
    await expect(signIn).toHaveCSS('cursor', 'progress')
    await expect(signIn).toHaveCSS('opacity', '0.6')
    await expect.poll(() => words(signIn)).toBe('"One moment…"')
    letScriptsCome()
    await expect(signIn).toBeEnabled()
    await expect(signIn).toHaveCSS('cursor', 'pointer')
    await expect(signIn).toHaveCSS('opacity', '1')
    await expect.poll(() => words(signIn)).toBe('none')
    await page.getByRole('button', { name: 'Show what is typed' }).click()
    await expect(page.getByRole('main').getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  })
})

test('the scroll position from before the scripts load is kept, also for Back, and the next page starts at its top', async ({
  page,
}) => {
  const release = await hold(page, allButTheFirst)
  await page.goto('/')
  const card = page.getByRole('link', { name: 'Office buildouts', exact: true })
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  expect(await scrolled()).toBe(900)
  release()
  await waitForHydration(page)
  // The router restores the scroll position by the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await scrolled()).toBe(900)

  await card.evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL('/estimate?type=commercial')
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(card).toBeVisible()
  await expect.poll(scrolled).toBe(900)
})
