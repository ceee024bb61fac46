import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type SignedIn, signedIn } from './sessions.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A server for the tests of a file, with no estimate at the start of each, and a staff member. */
export function siteWithStaff(): { readonly server: TestApp; readonly staff: SignedIn } {
  let server: TestApp
  let staff: SignedIn
  beforeAll(async () => {
    server = await createTestApp()
    staff = await signedIn(server, { email: 'staff@mail.example', role: 'staff' })
  })
  afterAll(() => server.dispose())
  beforeEach(async () => {
    await server.database.transaction((transaction) => transaction.projectEstimate.deleteMany())
  })
  return {
    get server() {
      return server
    },
    get staff() {
      return staff
    },
  }
}
