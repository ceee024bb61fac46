import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

/** A server for all tests of a file or a `describe`, which stands from their hooks on. */
export function sharedApp(options?: Parameters<typeof createTestApp>[0]): TestApp {
  let server: TestApp | undefined
  beforeAll(async () => {
    server = await createTestApp(options)
  })
  afterAll(() => server?.dispose())
  return new Proxy({} as TestApp, {
    get: (_, name: keyof TestApp) => {
      if (!server) throw new Error('the server of these tests stands from beforeAll() on')
      return server[name]
    },
  })
}
