import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { findBrowser } from '#tests/support/e2e/browser.ts'
import { freePort } from '#tests/support/server/server-process.ts'

export type Lighthouse = {
  /**
   * Loads a page as on a slow phone.
   *
   * @throws {Error} where three recordings in a row fail
   */
  audit(url: string): Promise<Result>
  close(): Promise<void>
}

export async function openLighthouse(categories: readonly string[]): Promise<Lighthouse> {
  const { executablePath, args } = await findBrowser()
  const port = await freePort()
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] })
  return {
    async audit(url) {
      let problem = ''
      // On a busy machine a recording sometimes misses the start of the page.
      for (let attempt = 0; attempt < 3; attempt++) {
        const run = await lighthouse(url, { port, logLevel: 'error', output: 'json', onlyCategories: [...categories] })
        if (run && !run.lhr.runtimeError) return run.lhr
        problem = run?.lhr.runtimeError?.message ?? ''
      }
      throw new Error(`Lighthouse could not read ${url}: ${problem}`)
    },
    close: () => browser.close(),
  }
}
