import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let ana: SignedIn
let ben: SignedIn
let id: string

const server = sharedApp()
beforeEach(async () => {
  id = await storeEstimate(server, { status: 'in_progress' })
  ana = await signedIn(server, { role: 'staff' })
  ben = await signedIn(server, { role: 'admin' })
})

async function add(procedure: string, input: Record<string, unknown>, who = ana) {
  const answer = await server.call(`estimates.${procedure}`, { id, ...input }, who.headers)
  return { status: answer.statusCode, ...answer.json() }
}

const entries = (estimateId = id) =>
  server.database.read.estimateEvent.findMany({ where: { estimateId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })

describe.each([
  ['note', 'addNote', { text: 'Call after six.' }, { text: 'Call after seven.' }],
  [
    'contact',
    'logContact',
    { channel: 'call', note: 'Wants oak.' },
    { channel: 'call', note: 'Wants oak and a sink.' },
  ],
] as const)('a %s', (kind, procedure, input, otherInput) => {
  test('sent again with its key, by anybody and a day later, is answered with how the request stands, and added once', async () => {
    const entryKey = randomUUID()
    const first = await add(procedure, { ...input, entryKey })
    expect(first.result.data.timeline.at(-1)).toMatchObject({ kind, ...input })
    const sentAt = server.clock.now()
    server.clock.advance(25 * 60 * minuteMs)
    ben = await signedIn(server, { role: 'admin' })
    await add('setStatus', { version: 1, status: 'completed' }, ben)

    const again = await add(procedure, { ...input, entryKey: entryKey.toUpperCase() }, ben)
    expect(again.result.data.work).toMatchObject({ ...first.result.data.work, version: 2, status: 'completed' })
    const kinds = again.result.data.timeline.map((event: { kind: string }) => event.kind)
    expect(kinds).toEqual(['created', kind, 'status'])
    expect(await entries()).toMatchObject([{ kind, entryKey, at: sentAt, actorId: ana.userId }, { kind: 'status' }])
  })

  test('an entry that differs only in its spaces is the same', async () => {
    const entryKey = randomUUID()
    const [field = '', words = ''] = Object.entries(input).at(-1) ?? []
    await add(procedure, { ...input, entryKey })
    expect((await add(procedure, { ...input, [field]: ` ${words}\r\n`, entryKey })).status).toBe(200)
    expect(await entries()).toHaveLength(1)
  })

  test('sent 20 times at once is added once and answered 20 times', async () => {
    const entryKey = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(procedure, { ...input, entryKey }, index % 3 ? ana : ben)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    for (const { result } of answers) expect(result.data).toEqual(answers[0]?.result.data)
    expect(await entries()).toHaveLength(1)
  })

  test('a key that another entry has is refused as a conflict, and adds nothing', async () => {
    const entryKey = randomUUID()
    await add(procedure, { ...input, entryKey })
    const message = 'This was already saved with different text. Send it again to add this version.'
    const otherId = await storeEstimate(server)
    for (const sent of [otherInput, { ...input, id: otherId }]) {
      const { status, error } = await add(procedure, { ...sent, entryKey })
      expect([status, error.message, error.data]).toEqual([409, message, { code: 'CONFLICT', httpStatus: 409 }])
    }
    expect([await entries(), await entries(otherId)]).toMatchObject([[{ entryKey }], []])
    const { firstContactAt } = await server.database.read.projectEstimate.findUniqueOrThrow({ where: { id: otherId } })
    expect(firstContactAt).toBeNull()
  })

  test('an entry without a key is added as often as it is sent', async () => {
    await add(procedure, input)
    await add(procedure, input)
    expect(await entries()).toMatchObject([
      { kind, entryKey: null },
      { kind, entryKey: null },
    ])
  })
})

test('a contact with the key of a note is refused as a conflict, and stops no clock', async () => {
  const entryKey = randomUUID()
  await add('addNote', { text: 'Called.', entryKey })
  expect((await add('logContact', { channel: 'call', entryKey })).status).toBe(409)
  const { firstContactAt } = await server.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
  expect([firstContactAt, await entries()]).toMatchObject([null, [{ kind: 'note' }]])
})

test('a contact that is sent again does not move the end of the clock', async () => {
  const entryKey = randomUUID()
  const at = server.clock.now().toISOString()
  await add('logContact', { channel: 'visit', entryKey })
  server.clock.advance(minuteMs)
  const again = await add('logContact', { channel: 'visit', entryKey })
  expect(again.result.data.work.firstContactAt).toBe(at)
})

describe('the first contact of a new estimate', () => {
  const kinds = (answer: { result: { data: { timeline: { kind: string }[] } } }) =>
    answer.result.data.timeline.map(({ kind }) => kind)

  beforeEach(async () => {
    id = await storeEstimate(server)
  })

  test('moves it to in progress in the same transaction, and the timeline tells both in this order', async () => {
    const answer = await add('logContact', { channel: 'call', entryKey: randomUUID() })
    expect(answer.result.data.work).toMatchObject({ status: 'in_progress', version: 2 })
    expect(kinds(answer)).toEqual(['created', 'contact', 'status'])
    expect(answer.result.data.timeline.at(-1)).toMatchObject({ from: 'new', to: 'in_progress' })
    expect((await add('setStatus', { version: 2, status: 'new' })).status).toBe(200)
    server.clock.advance(minuteMs)
    const later = await add('logContact', { channel: 'call' })
    const { firstContactAt } = answer.result.data.work
    expect(later.result.data.work).toMatchObject({ status: 'new', version: 3, firstContactAt })
  })

  test('leaves it new if that is wanted, and so do later ones', async () => {
    const kept = await add('logContact', { channel: 'call', keepStatus: true })
    const again = await add('logContact', { channel: 'email' })
    for (const { result } of [kept, again]) expect(result.data.work).toMatchObject({ status: 'new', version: 1 })
    expect(kinds(again)).toEqual(['created', 'contact', 'contact'])
  })

  test('moves it once out of ten at once, and a save with the version before is refused', async () => {
    await Promise.all(Array.from({ length: 10 }, () => add('logContact', { channel: 'call' })))
    const added = await entries()
    expect(added.filter(({ kind }) => kind === 'status')).toHaveLength(1)
    expect(added.filter(({ kind }) => kind === 'contact')).toHaveLength(10)
    const stale = await add('setFollowUp', { version: 1, followUpOn: '2026-02-03' })
    expect([stale.status, stale.error.data.stale.changes]).toMatchObject([409, [{ kind: 'status' }]])
  })
})
