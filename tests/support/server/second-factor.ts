import { expect } from 'vitest'
import { timeStep, totpCode } from '#server/accounts/second-factor/totp.ts'
import type { SecondFactorRequired } from '#shared/second-factor.ts'
import { confirmedAccount, goodPassword, type TestBrowser } from './accounts.ts'
import type { TestApp } from './test-app.ts'

export type WithApp = { readonly secret: string; readonly recoveryCodes: readonly string[] }

/** The response of a call that must succeed. */
export async function toResult<Data>(browser: TestBrowser, procedure: string, input: unknown = {}): Promise<Data> {
  const response = await browser.call(procedure, input === undefined ? '' : input)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ result: { data: Data } }>().result.data
}

/** The code that an app shows now, or some steps later. */
export function getCode(test: TestApp, secret: string, offset = 0): string {
  return totpCode(secret, timeStep(test.clock.now()) + offset)
}

/** Sets an authenticator app up for the account of a signed-in browser, and waits until its code may be used. */
export async function addApp(test: TestApp, browser: TestBrowser): Promise<WithApp> {
  const { secret } = await toResult<{ secret: string }>(browser, 'secondFactor.beginApp')
  const code = getCode(test, secret)
  const { recoveryCodes } = await toResult<{ recoveryCodes: string[] }>(browser, 'secondFactor.confirmApp', { code })
  test.clock.advance(30_000)
  return { secret, recoveryCodes }
}

/** A signed-in browser whose account has an authenticator app. */
export async function accountWithApp(test: TestApp, browser: TestBrowser, email: string): Promise<WithApp> {
  await confirmedAccount(test, browser, email)
  return await addApp(test, browser)
}

/** Enters the right password of an account with a second factor. */
export async function enterPassword(browser: TestBrowser, email: string): Promise<SecondFactorRequired['methods']> {
  const answer = await toResult<SecondFactorRequired>(browser, 'auth.signIn', { email, password: goodPassword })
  expect(answer.status).toBe('second_factor_required')
  return answer.methods
}
