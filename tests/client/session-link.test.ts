import { createTRPCClient } from '@trpc/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apiLink } from '#client/lib/api-link.ts'
import type { ApiRouter } from '#client/lib/api-types.ts'
import { sessionLink } from '#client/lib/auth/session-link.ts'
import { accountSession } from '#tests/support/client/account-session.ts'
import { openTab, type Tab } from '#tests/support/client/browser-tab.ts'
import { dataAnswer, errorAnswer, refusal } from '#tests/support/client/fake-api.ts'
import { pageApi } from '#tests/support/client/page-api.ts'

const api = pageApi('/')
let tab: Tab

const lost = refusal('session_not_found', 401)
const list = { items: [], nextCursor: null, total: 0 }
const procedures = () => api.calls.map(({ procedure }) => procedure)

beforeEach(() => {
  api.answerTo('auth.session', dataAnswer(accountSession()))
  api.answerTo('auth.refresh', dataAnswer(accountSession()))
  api.answerTo('estimates.list', dataAnswer(list))
  tab = openTab()
})

afterEach(() => tab.auth.close())

async function signIn(): Promise<void> {
  tab.auth.start()
  await expect.poll(tab.status).toBe('signed-in')
  api.calls.length = 0
}

function call(): Promise<unknown> {
  const client = createTRPCClient<ApiRouter>({ links: [sessionLink(tab.auth), apiLink()] })
  return client.estimates.list.query({})
}

it('a call with an expired session is repeated once with new tokens', async () => {
  await signIn()
  api.answerNext(lost)
  expect(await call()).toEqual(list)
  expect(procedures()).toEqual(['estimates.list', 'auth.refresh', 'estimates.list'])
  expect(tab.status()).toBe('signed-in')
})

it('a call fails and the visitor is signed out when the refresh fails', async () => {
  await signIn()
  api.answerTo('estimates.list', lost)
  api.answerTo('auth.refresh', refusal('session_not_found', 401))
  await expect(call()).rejects.toMatchObject({ data: { reason: 'session_not_found' } })
  expect(procedures()).toEqual(['estimates.list', 'auth.refresh'])
  expect(tab.status()).toBe('signed-out')
})

it('the visitor is signed out when new tokens do not help', async () => {
  await signIn()
  api.answerTo('estimates.list', lost)
  await expect(call()).rejects.toMatchObject({ data: { reason: 'session_not_found' } })
  expect(procedures()).toEqual(['estimates.list', 'auth.refresh', 'estimates.list'])
  await expect.poll(tab.status).toBe('signed-out')
})

it('a call passes on any other failure', async () => {
  await signIn()
  api.answerNext(refusal('insufficient_role', 403))
  await expect(call()).rejects.toMatchObject({ data: { reason: 'insufficient_role' } })
  api.answerNext(errorAnswer('UNAUTHORIZED', 401))
  await expect(call()).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } })
  expect(procedures()).toEqual(['estimates.list', 'estimates.list'])
})

it('a call of a signed-out visitor refreshes nothing', async () => {
  tab.auth.close()
  tab = openTab({ hint: 'none' })
  tab.auth.start()
  api.answerNext(lost)
  await expect(call()).rejects.toMatchObject({ data: { reason: 'session_not_found' } })
  expect(procedures()).toEqual(['estimates.list'])
})
