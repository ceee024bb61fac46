import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test as base, expect, type Page } from '@playwright/test'
import type { Role } from '#shared/permissions.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { type ReceivedMail, readMails } from '#tests/support/e2e/mailbox.ts'
import { signInAs } from '#tests/support/e2e/sign-in.ts'
import { startedFolder } from '#tests/support/e2e/started-database.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { freePort, startServer } from '#tests/support/server/server-process.ts'

/** A stored request as the database has it. */
export type StoredEstimate = Record<string, string | number | null>

export type Site = {
  readonly origin: string
  /** The address of the server's database. */
  readonly database: string
  /** The stored requests of the visitor with this address. */
  storedFor(email: string): Promise<StoredEstimate[]>
  /**
   * The newest mail of a kind (`account.reset`) to an address.
   *
   * @param count how many of them there have to be; it waits for them
   * @param text is in each of them
   */
  mailTo(address: string, kind: string, count?: number, text?: string): Promise<ReceivedMail>
  /** Makes an account from the shell, and answers with the link by which its owner chooses a password. */
  invite(email: string): Promise<string>
}

type Watch = {
  /** Says that the test in hand makes the console show something that matches; anything else there fails it. */
  expectConsole(pattern: RegExp): void
}

/** Pass it to test.use. The other files do without motion; see playwright.config.ts. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

type Fixtures = {
  /** The role of the account that each test begins with; without one, it begins signed out. */
  role: Role | undefined
  /** The email address of that account. */
  account: string
  watch: Watch
}

export const test = base.extend<Fixtures, { site: Site; ownSite: boolean }>({
  // Files that set it share no server with others, whose tests would see what they change for all.
  ownSite: [false, { option: true, scope: 'worker' }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright takes the names of what is needed from this pattern
    async ({}, use) => {
      const folder = startedFolder('e2e')
      const port = String(await freePort())
      // Passkeys need a name: browsers refuse them at a plain IP address.
      const origin = `http://localhost:${port}`
      const settings = { PORT: port, DATA_DIR: folder.path, APP_ORIGIN: origin, ...trustLoopback }
      const server = await startServer(settings)
      const database = `file:${join(folder.path, 'app.db')}`
      await use({
        origin,
        database,
        async storedFor(email) {
          const rows = await queryDatabase<StoredEstimate>(database, 'select * from project_estimates')
          return rows.filter((row) => row.email === email)
        },
        async mailTo(address, kind, count = 1, text = '') {
          const readAll = () => readMails(join(folder.path, 'mail'), address, kind)
          const read = async () => (await readAll()).filter((mail) => mail.text.includes(text))
          await expect.poll(async () => (await read()).length, `${kind} to ${address}`).toBe(count)
          const newest = (await read()).at(-1)
          if (!newest) throw new Error(`There is no mail of ${kind} to ${address}.`)
          return newest
        },
        async invite(email) {
          const env = { PATH: process.env.PATH, ...settings }
          const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/staff.js', 'add', email], {
            env,
          })
          const [link] = /https?:\/\/\S+/.exec(stdout) ?? []
          if (!link) throw new Error(`There is no link in what the command says:\n${stdout}`)
          return link
        },
      })
      await server.end('SIGTERM')
      folder.remove()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ site }, use) => use(site.origin),

  role: [undefined, { option: true }],

  account: [
    async ({ role, context, site }, use) => use(role ? await signInAs(context, site, role) : ''),
    { auto: true },
  ],

  // Each test is another visitor, so that none meets a limit because of the others.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright takes the names of what is needed from this pattern
  extraHTTPHeaders: ({}, use) => use(fromElsewhere()),

  watch: [
    async ({ page, site }, use) => {
      const problems: string[] = []
      const expected: RegExp[] = []
      watchPage(page, site.origin, (problem) => problems.push(problem))
      await use({ expectConsole: (pattern) => expected.push(pattern) })
      // Browsers send some messages a moment after what caused them.
      const missing = () => expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)))
      await expect.poll(missing, 'messages that a test expected').toEqual([])
      const surprising = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
      expect(surprising, 'console messages, errors, policy violations and requests to elsewhere').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until the page's scripts handle events. Before that, a link reloads its page. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

function watchPage(page: Page, origin: string, report: (problem: string) => void): void {
  // Chromium reports violations of the policy here too.
  page.on('console', (message) => {
    // Chromium's text of a failed request does not say which.
    const address = message.text().startsWith('Failed to load') ? ` ${message.location().url}` : ''
    report(`${message.type()}: ${message.text()}${address}`)
  })
  page.on('pageerror', (error) => report(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) report(`elsewhere: ${request.url()}`)
  })
}
