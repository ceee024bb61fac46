import { afterEach, expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
afterEach(() => server.dispose())

const get = (url: string) => server.app.inject(url)

test('a server whose database answers is up and ready', async () => {
  server = await createTestApp()
  for (const url of ['/healthz', '/readyz']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  }
})

test.each([
  ['cannot be reached', () => Promise.reject(new DatabaseUnavailable('away'))],
  ['never answers', () => new Promise<void>(() => undefined)],
])('a server whose database %s is up, but not ready', async (_what, ping) => {
  server = await createTestApp({ database: (database) => ({ ...database, ping }) })
  expect((await get('/healthz')).statusCode).toBe(200)
  const answer = await get('/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ status: 'unavailable', reason: 'the database does not answer' })
  expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
})

test('questions after health are not logged', async () => {
  server = await createTestApp()
  await get('/healthz')
  await get('/readyz')
  expect(server.log()).not.toContain('"status":200')
})
