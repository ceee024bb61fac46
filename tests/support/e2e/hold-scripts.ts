import type { Page } from '@playwright/test'

export const allScripts = '**/assets/*.js'
/** Matches all scripts but start.ts. */
export const allButTheFirst = /\/assets\/(?!start-)[^/]*\.js$/

/** Holds files or answers back until the returned function is called. */
export async function hold(page: Page, files: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return release
}
