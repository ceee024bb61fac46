import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './support/e2e/browser.ts'

const launchOptions = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  globalSetup: './support/e2e/started-database.ts',
  // The photographs come first, because encoding them takes longest.
  projects: [
    { name: 'photos', testMatch: 'photos.spec.ts' },
    { name: 'site', testIgnore: 'photos.spec.ts' },
  ],
  // Every worker has a server, a database and a browser of its own.
  fullyParallel: true,
  // Many tests wait for a timer or the network.
  workers: availableParallelism() * 2,
  forbidOnly: true,
  // A slow machine takes a third of it for the longest tests.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions,
    // A trace of each test costs a fifth of the time; `node scripts/test-tools.mjs playwright test --trace on` records it.
    trace: 'off',
    // Motion takes a sixth of the processor time. Some files have it: those that test.use(withMotion).
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/New_York',
  },
})
