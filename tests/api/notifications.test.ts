import { beforeAll, expect, test } from 'vitest'
import { nudgeSwitches } from '#shared/nudges.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let person: SignedIn
const server = sharedApp({ settings: { STAFF_INBOX: 'Office@builders.example' } })
beforeAll(async () => {
  person = await signedIn(server, { role: 'staff' })
})

const set = async (input: unknown, { headers } = person) => {
  const answer = await server.call('notifications.set', input, headers)
  return answer.json()
}
const settings = async ({ headers }: SignedIn) => {
  const answer = await server.app.inject({ url: '/api/trpc/notifications.settings', headers })
  return answer.json().result.data
}

test('a staff member is told of deadlines, assignments and the digest, and of new requests when they want or have the office inbox', async () => {
  const initial = { newEstimates: false, assigned: true, deadlines: true, digest: true, isStaffInbox: false }
  expect(await settings(person)).toEqual(initial)
  const office = await signedIn(server, { role: 'staff', email: 'office@builders.example' })
  expect(await settings(office)).toEqual({ ...initial, isStaffInbox: true })
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

test.each([{ name: 'everything', on: true }, { name: 'digest', on: 'yes' }, { name: 'digest' }, {}])(
  'refuses %o',
  async (input) => {
    expect((await set(input)).error.data.httpStatus).toBe(400)
  },
)

test('a test email goes to oneself, a few times an hour', async () => {
  const send = () => server.call('notifications.sendTest', undefined, person.headers)
  const sent: unknown[] = []
  for (let attempt = 0; attempt < 5; attempt++) sent.push((await send()).json().result.data)
  expect((await send()).json().error.data.reason).toBe('too_many_attempts')
  const queued = await server.database.read.outboxMessage.findMany({ where: { kind: 'account.test' } })
  expect(queued.map(({ address }) => address)).toEqual(Array.from({ length: 5 }, () => person.email))
  expect(queued.map(({ id }) => ({ id, to: person.email }))).toEqual(expect.arrayContaining(sent))
})

test('a switch that is turned on again keeps the time since when it is on', async () => {
  await set({ name: 'newEstimates', on: true })
  const since = async () =>
    (await server.database.read.user.findUniqueOrThrow({ where: { id: person.userId } })).newEstimatesSince
  const first = await since()
  server.clock.advance(60_000)
  await set({ name: 'newEstimates', on: true })
  expect(await since()).toEqual(first)
})
