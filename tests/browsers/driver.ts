import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import { freePort } from '#tests/support/server/server-process.ts'

/** One page of a browser. Selectors are CSS and mean their first match. */
export type BrowserPage = {
  readonly version: string
  open(url: string): Promise<void>
  click(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  /** Runs the body of a function in the page. */
  run(body: string): Promise<unknown>
  close(): Promise<void>
}

const phone = { width: 390, height: 844 }

/** Uses WebDriver BiDi, so that it needs no geckodriver. */
export async function openFirefox(): Promise<BrowserPage> {
  const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  await page.setViewport(phone)
  return {
    version: await browser.version(),
    async open(url) {
      await page.goto(url)
    },
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    run: (body) => page.evaluate(`(() => { ${body} })()`),
    close: () => browser.close(),
  }
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Uses W3C WebDriver. WebKitGTK needs a display, which Xvfb gives. */
export async function openWebKit(): Promise<BrowserPage> {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    // It refuses its own sandbox as root.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  const end = () => {
    if (driver.pid !== undefined) process.kill(-driver.pid)
  }

  async function call(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }

  async function begin(): Promise<{
    sessionId: string
    capabilities: { browserName: string; browserVersion: string }
  }> {
    for (let attempt = 0; ; attempt += 1)
      try {
        return (await call('POST', '', { capabilities: {} })) as Awaited<ReturnType<typeof begin>>
      } catch (error) {
        if (attempt === 50) {
          end()
          throw error
        }
        await delay(200)
      }
  }

  const { sessionId, capabilities } = await begin()
  const find = async (selector: string) => {
    const found = await call('POST', `/${sessionId}/element`, { using: 'css selector', value: selector })
    return (found as Record<string, string>)[elementKey]
  }
  await call('POST', `/${sessionId}/window/rect`, phone)
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async open(url) {
      await call('POST', `/${sessionId}/url`, { url })
    },
    async click(selector) {
      await call('POST', `/${sessionId}/element/${await find(selector)}/click`)
    },
    async type(selector, text) {
      await call('POST', `/${sessionId}/element/${await find(selector)}/value`, { text })
    },
    run: (body) => call('POST', `/${sessionId}/execute/sync`, { script: body, args: [] }),
    async close() {
      await call('DELETE', `/${sessionId}`)
      end()
    },
  }
}
