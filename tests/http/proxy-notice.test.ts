import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let server: TestApp
afterEach(() => server.dispose())

const forwarded = { 'x-forwarded-for': '203.0.113.7' }
const warnings = () => server.logLines().filter(({ msg }) => String(msg).includes('TRUST_PROXY'))

test('warns once of a proxy that is not trusted', async () => {
  server = await createTestApp()
  await server.app.inject({ url: '/' })
  expect(warnings()).toEqual([])
  for (let visit = 0; visit < 3; visit += 1) await server.app.inject({ url: '/', headers: forwarded })
  expect(warnings()).toHaveLength(1)
})

test('does not warn of a trusted proxy, also when it forwards a request of its own machine', async () => {
  server = await createTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  await server.app.inject({ url: '/', headers: forwarded })
  await server.app.inject({ url: '/', headers: { 'x-forwarded-for': '127.0.0.1' } })
  expect(warnings()).toEqual([])
})
