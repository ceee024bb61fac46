import { expect, test } from '#tests/support/e2e/fixtures.ts'
import { startedFolder } from '#tests/support/e2e/started-database.ts'
import { startServer } from '#tests/support/server/server-process.ts'

test('a page by plain http leads on to the https address of APP_ORIGIN, with its path, search and hash', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/^elsewhere: /)
  const folder = startedFolder('e2e-plain-http')
  const server = await startServer({ DATA_DIR: folder.path, APP_ORIGIN: 'https://www.builders.example' })
  try {
    await page.route('https://www.builders.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>By https</h1>' }),
    )
    await page.goto(`${server.origin}/estimate?type=kitchen-remodel#top`)
    await expect(page.getByRole('heading', { name: 'By https' })).toBeVisible()
    await expect(page).toHaveURL('https://www.builders.example/estimate?type=kitchen-remodel#top')
  } finally {
    await server.end('SIGTERM')
    folder.remove()
  }
})

test('a page that is opened with another www. behind a proxy that says nothing of the host leads to APP_ORIGIN', async ({
  page,
  watch,
  site,
}) => {
  watch.expectConsole(/^elsewhere: /)
  await page.goto(`${site.origin.replace('//', '//www.')}/estimate?type=kitchen-remodel#top`)
  await expect(page).toHaveURL(`${site.origin}/estimate?type=kitchen-remodel#top`)
})
