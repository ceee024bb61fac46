import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { newSecret } from '#server/accounts/secrets/secrets.ts'
import type { MailMessage } from '#server/mail/messages/message.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import type { TestApp } from './test-app.ts'

/** Passwords that the policy accepts. */
export const goodPassword = 'plum tiles, warm grout'
export const otherPassword = 'a second staircase up'

const pollOptions = { timeout: 10_000, interval: 10 }

/** A browser with its own cookies and IP address, so that it does not use up the limits of others. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #test: TestApp
  readonly #remoteAddress: string

  constructor(test: TestApp, remoteAddress: string) {
    this.#test = test
    this.#remoteAddress = remoteAddress
  }

  /** Sets the cookie that the page sets before it signs up. */
  makePendingCookie(): void {
    this.cookies.set(cookieNames(this.#test.secure).pending, newSecret())
  }

  async call(procedure: string, input: unknown, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#test.app.inject({
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
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  async query(procedure: string, input?: unknown): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
    return await this.#test.app.inject({
      method: 'GET',
      url: `/api/trpc/${procedure}${search}`,
      remoteAddress: this.#remoteAddress,
      headers: { cookie },
    })
  }

  session(): Promise<LightMyRequestResponse> {
    return this.query('auth.session')
  }

  /** @returns the email address of the signed-in user, or null */
  async whoIsIn(): Promise<string | null> {
    const response = await this.session()
    return response.json<{ result: { data: { user: { email: string } | null } } }>().result.data.user?.email ?? null
  }
}

/** @returns a function that creates browsers with different IP addresses */
export function browsers(test: TestApp): () => TestBrowser {
  let count = 0
  return () => {
    count += 1
    return new TestBrowser(test, `198.51.${Math.floor(count / 250)}.${(count % 250) + 1}`)
  }
}

/** Waits until the outbox is empty, and returns everything that was sent. */
export async function delivered({ app, database, sent }: TestApp): Promise<readonly MailMessage[]> {
  app.outbox.wake()
  await expect.poll(() => database.read.outboxMessage.count({ where: { state: 'pending' } }), pollOptions).toBe(0)
  return sent
}

/** Reads the secret from the latest link that was emailed to an address. */
export async function mailedToken(test: TestApp, address: string): Promise<string> {
  const links = (await delivered(test)).filter(({ to }) => to.includes(address)).map(({ link = '' }) => link)
  const token = new URLSearchParams(links.findLast((link) => link !== '')?.split('?')[1]).get('token')
  expect(token).toMatch(/^[\w-]{43}$/)
  return token ?? ''
}

export async function confirmedAccount(test: TestApp, browser: TestBrowser, email: string, password = goodPassword) {
  browser.makePendingCookie()
  expect((await browser.call('auth.signUp', { email, password })).statusCode).toBe(200)
  const token = await mailedToken(test, email)
  expect((await browser.call('auth.confirmEmail', { token })).statusCode).toBe(200)
}

/** A response without its date, for comparison. */
export function withoutDate({ statusCode, headers, body }: LightMyRequestResponse) {
  const { date: _date, ...others } = headers
  return { statusCode, headers: others, body }
}

export function errorOf(response: LightMyRequestResponse) {
  const { message, data } = response.json<{
    error: { message: string; data: { reason?: string; fieldErrors?: Record<string, string[]> } }
  }>().error
  return { status: response.statusCode, message, reason: data.reason, fieldErrors: data.fieldErrors }
}

/** The rows of accounts, to check that nothing was changed. */
export async function accountRows({ database }: TestApp) {
  const orderBy = { id: 'asc' } as const
  const [users, sessions, tokens] = await Promise.all([
    database.read.user.findMany({ orderBy }),
    database.read.session.findMany({ orderBy }),
    database.read.emailToken.findMany({ orderBy }),
  ])
  return { users, sessions, tokens }
}
