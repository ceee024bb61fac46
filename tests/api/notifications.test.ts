import { afterAll, beforeAll, expect, test } from 'vitest'
import { nudgeSwitches } from '#shared/nudges.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let server: TestApp
let person: SignedIn
beforeAll(async () => {
  server = await createTestApp({ settings: { STAFF_INBOX: 'Office@builders.example' } })
  person = await signedIn(server, { role: 'staff' })
})
afterAll(() => server.dispose())

const set = async (input: unknown, { headers } = person) => {
  const answer = await server.call('notifications.set', input, headers)
  return answer.json()
}
const settings = async ({ headers }: SignedIn) => {
  const answer = await server.app.inject({ url: '/api/trpc/notifications.settings', headers })
  return answer.json().result.data
}

test('a staff member is told of deadlines, assignments and the digest, and of new requests when they want', async () => {
  const initial = { newEstimates: false, assigned: true, deadlines: true, digest: true, isStaffInbox: false }
  expect(await settings(person)).toEqual(initial)
})

test('each switch is turned on and off by itself, and only for oneself', async () => {
  const other = await signedIn(server, { role: 'admin' })
  const before = await settings(other)
  const initial = await settings(person)
  for (const name of nudgeSwitches) {
    for (const on of [!initial[name], initial[name]]) {
      expect((await set({ name, on })).result.data).toEqual({ ...initial, [name]: on })
      expect(await settings(person)).toEqual({ ...initial, [name]: on })
    }
  }
  expect(await settings(other)).toEqual(before)
})

test('an account of the office inbox hears that it is told of new requests anyway', async () => {
  const office = await signedIn(server, { role: 'staff', email: 'office@builders.example' })
  expect(await settings(office)).toMatchObject({ isStaffInbox: true })
})

test.each([{ name: 'everything', on: true }, { name: 'digest', on: 'yes' }, { name: 'digest' }, {}])(
  'refuses %o',
  async (input) => {
    expect((await set(input)).error.data.httpStatus).toBe(400)
  },
)

test('a switch that is turned on again keeps the time since when it is on', async () => {
  await set({ name: 'newEstimates', on: true })
  const since = async () =>
    (await server.database.read.user.findUniqueOrThrow({ where: { id: person.userId } })).newEstimatesSince
  const first = await since()
  server.clock.advance(60_000)
  await set({ name: 'newEstimates', on: true })
  expect(await since()).toEqual(first)
})
