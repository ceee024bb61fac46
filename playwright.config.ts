import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/e2e/browser.ts'

const { executablePath, args } = await findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Every worker has a server, a database and a browser of its own.
  fullyParallel: true,
  // Most tests wait for the page half of the time.
  workers: availableParallelism() * 2,
  forbidOnly: true,
  timeout: 30_000,
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args },
    // A trace of each test costs a fifth of the time; `npx playwright test --trace on` records it.
    trace: 'off',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  },
})
