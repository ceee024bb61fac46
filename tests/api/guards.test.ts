import { expect, test } from 'vitest'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let lookups = 0
const server = sharedApp({
  database: (database) => ({
    ...database,
    queries: {
      ...database.queries,
      findSession(id) {
        lookups += 1
        return database.queries.findSession(id)
      },
    },
  }),
})

test('the session is looked up once for all calls of a request', async () => {
  const { headers } = await signedIn(server, { role: 'admin' })
  const url = '/api/trpc/auth.session,estimates.assignees,people.list?batch=1&input=%7B%7D'
  const response = await server.app.inject({ url, headers })
  expect([response.statusCode, lookups]).toEqual([200, 1])
})
