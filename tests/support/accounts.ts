import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { newSecret } from '#server/auth/secrets.ts'
import type { MailMessage } from '#server/mail/messages/message.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import type { TestApp } from './test-app.ts'

/** A password that the policy lets through. */
export const goodPassword = 'plum tiles, warm grout'
export const otherPassword = 'a second staircase up'

const patience = { timeout: 10_000, interval: 10 }

/** One browser: keeps cookies and has a network address of its own, so that it uses up nobody else's limits. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #test: TestApp
  readonly #remoteAddress: string

  constructor(test: TestApp, remoteAddress: string) {
    this.#test = test
    this.#remoteAddress = remoteAddress
  }

  /** Does what the page does before it signs up. */
  makePendingCookie(): void {
    this.cookies.set(cookieNames(this.#test.secure).pending, newSecret())
  }

  async call(procedure: string, input: unknown, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#test.app.inject({
      method: 'POST',
      url: `/api/trpc/${procedure}`,
      remoteAddress: this.#remoteAddress,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      payload: typeof input === 'string' ? input : JSON.stringify(input),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  /** Asks without changing anything; the cookies stay as they are. */
  async query(procedure: string, input?: unknown): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
    return await this.#test.app.inject({ method: 'GET', url: `/api/trpc/${procedure}${search}`, headers: { cookie } })
  }

  session(): Promise<LightMyRequestResponse> {
    return this.query('auth.session')
  }

  /** The address that is signed in here, null where nobody is. */
  async whoIsIn(): Promise<string | null> {
    const answer = await this.session()
    return answer.json<{ result: { data: { user: { email: string } | null } } }>().result.data.user?.email ?? null
  }
}

/** Makes browsers with network addresses of their own. */
export function browsers(test: TestApp): () => TestBrowser {
  let made = 0
  return () => {
    made += 1
    return new TestBrowser(test, `198.51.${Math.floor(made / 250)}.${(made % 250) + 1}`)
  }
}

/** Waits until nothing waits in the outbox; answers with everything that was sent. */
export async function delivered({ app, database, sent }: TestApp): Promise<readonly MailMessage[]> {
  app.outbox.wake()
  await expect.poll(() => database.read.outboxMessage.count({ where: { state: 'pending' } }), patience).toBe(0)
  return sent
}

/** The secret of the newest link that was mailed to an address. */
export async function mailedToken(test: TestApp, address: string): Promise<string> {
  const links = (await delivered(test)).filter(({ to }) => to.includes(address)).map(({ link = '' }) => link)
  const token = new URLSearchParams(links.findLast((link) => link !== '')?.split('?')[1]).get('token')
  expect(token).toMatch(/^[\w-]{43}$/)
  return token ?? ''
}

/** Signs up in a browser and confirms there. */
export async function confirmedAccount(test: TestApp, browser: TestBrowser, email: string, password = goodPassword) {
  browser.makePendingCookie()
  expect((await browser.call('auth.signUp', { email, password })).statusCode).toBe(200)
  const token = await mailedToken(test, email)
  expect((await browser.call('auth.confirmEmail', { token })).statusCode).toBe(200)
}

/** An answer without what differs between any two: the time. */
export function normalised({ statusCode, headers, body }: LightMyRequestResponse) {
  const { date: _date, ...others } = headers
  return { statusCode, headers: others, body }
}

/** What an error answer says. */
export function problemIn(answer: LightMyRequestResponse) {
  const { message, data } = answer.json<{
    error: { message: string; data: { reason?: string; fieldErrors?: Record<string, string[]> } }
  }>().error
  return { status: answer.statusCode, message, reason: data.reason, fieldErrors: data.fieldErrors }
}

/** The rows of some tables, to tell whether anything was changed. */
export async function accountRows({ database }: TestApp) {
  const orderBy = { id: 'asc' } as const
  const [users, sessions, tokens] = await Promise.all([
    database.read.user.findMany({ orderBy }),
    database.read.session.findMany({ orderBy }),
    database.read.emailToken.findMany({ orderBy }),
  ])
  return { users, sessions, tokens }
}
