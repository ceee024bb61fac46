import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { addNote, logContact } from '#server/estimates/work/add-to-estimate.ts'
import { assign, setFollowUp, setOutcome, setStatus, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { responseState } from '#shared/estimates/response-clock.ts'
import { silentLog, testEngine } from '#tests/support/database/test-database.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'
import { worker } from '#tests/support/server/worker.ts'

let test: TestApp
let database: Database
let ana: WorkDeps
let ben: WorkDeps
let id: string

beforeAll(async () => {
  test = await createTestApp()
  database = test.database
  ana = await worker(test, 'ana@mail.example')
  ben = await worker(test, 'ben@mail.example')
})
afterAll(() => test.dispose())
beforeEach(async () => {
  id = await storeEstimate(test)
})

const row = () => database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
const events = () =>
  database.read.estimateEvent.findMany({ where: { estimateId: id }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })

describe('saveChange', () => {
  it('a save changes the field, makes the next version and adds one event', async () => {
    test.clock.advance(minuteMs)
    const { work, timeline } = await setStatus(ana, { id, version: 1, status: 'in_progress' })
    expect(work).toMatchObject({ version: 2, status: 'in_progress' })
    expect(timeline.at(-1)).toEqual({
      id: expect.any(String),
      at: test.clock.now().toISOString(),
      by: 'ana@mail.example',
      kind: 'status',
      from: 'new',
      to: 'in_progress',
    })
    expect(await row()).toMatchObject({ version: 2, status: 'in_progress', outcome: 'open' })
    expect(await events()).toMatchObject([{ actorId: ana.user.id, actorEmail: 'ana@mail.example', kind: 'status' }])
  })

  it('an outcome without a reason removes the earlier reason', async () => {
    const lost = await setOutcome(ana, { id, version: 1, outcome: 'lost', reason: 'Too expensive' })
    expect(lost.work).toMatchObject({ version: 2, outcome: 'lost', outcomeReason: 'Too expensive' })
    expect(lost.timeline.at(-1)).toMatchObject({ kind: 'outcome', from: 'open', to: 'lost', reason: 'Too expensive' })
    const other = await setOutcome(ana, { id, version: 2, outcome: 'lost', reason: 'Took another' })
    expect(other.work).toMatchObject({ version: 3, outcome: 'lost', outcomeReason: 'Took another' })
    test.clock.advance(1)
    const won = await setOutcome(ana, { id, version: 3, outcome: 'won' })
    expect(won.work).toMatchObject({ version: 4, outcome: 'won', outcomeReason: null, status: 'new' })
    expect(won.timeline.at(-1)).toMatchObject({ kind: 'outcome', from: 'lost', to: 'won', reason: null })
  })

  it('an estimate can be assigned, reassigned and unassigned', async () => {
    const first = await assign(ana, { id, version: 1, assigneeId: ben.user.id })
    expect(first.work.assignee).toEqual({ id: ben.user.id, email: 'ben@mail.example', name: null })
    expect(first.timeline.at(-1)).toMatchObject({ kind: 'assigned', from: null, to: 'ben@mail.example' })
    test.clock.advance(1)
    const second = await assign(ana, { id, version: 2, assigneeId: ana.user.id })
    expect(second.timeline.at(-1)).toMatchObject({ from: 'ben@mail.example', to: 'ana@mail.example' })
    test.clock.advance(1)
    const nobody = await assign(ana, { id, version: 3, assigneeId: null })
    expect(nobody.work).toMatchObject({ version: 4, assignee: null })
    expect(nobody.timeline.at(-1)).toMatchObject({ kind: 'assigned', from: 'ana@mail.example', to: null })
  })

  it.each([
    ['who does not exist', async () => randomUUID()],
    ['with an account alone', async () => (await signedIn(test)).userId],
    [
      'who has not confirmed their address',
      async () => (await signedIn(test, { role: 'admin', confirmedAt: null })).userId,
    ],
  ])('does not give a request to somebody %s', async (_who, somebody) => {
    const assigneeId = await somebody()
    await expect(assign(ana, { id, version: 1, assigneeId })).rejects.toMatchObject({
      code: 'invalid',
      fieldErrors: { assigneeId: [expect.any(String)] },
    })
    expect([await row(), await events()]).toMatchObject([{ version: 1, assigneeId: null }, []])
  })

  it('an estimate stays assigned to a user who has left the staff', async () => {
    const cleo = await worker(test, `${randomUUID()}@mail.example`)
    await assign(ana, { id, version: 1, assigneeId: cleo.user.id })
    await database.transaction(({ user }) => user.updateMany({ where: { id: cleo.user.id }, data: { role: 'user' } }))
    const { work } = await assign(ana, { id, version: 2, assigneeId: cleo.user.id })
    expect(work).toMatchObject({ version: 2, assignee: cleo.user })
    expect((await assign(ana, { id, version: 2, assigneeId: null })).work.assignee).toBeNull()
  })

  it('a follow-up day can be set and removed', async () => {
    const { work } = await setFollowUp(ana, { id, version: 1, followUpOn: '2026-01-12' })
    expect(work).toMatchObject({ version: 2, followUpOn: '2026-01-12' })
    test.clock.advance(1)
    const none = await setFollowUp(ana, { id, version: 2, followUpOn: null })
    expect(none.timeline.at(-1)).toMatchObject({ kind: 'follow_up', from: '2026-01-12', to: null })
  })

  it('a save of the present value writes nothing', async () => {
    await setOutcome(ana, { id, version: 1, outcome: 'lost', reason: 'Too expensive' })
    const before = [await row(), await events()]
    const answers = await Promise.all([
      setStatus(ben, { id, version: 2, status: 'new' }),
      setOutcome(ben, { id, version: 2, outcome: 'lost', reason: 'Too expensive' }),
      assign(ben, { id, version: 2, assigneeId: null }),
      setFollowUp(ben, { id, version: 2, followUpOn: null }),
    ])
    for (const { work } of answers) expect(work).toMatchObject({ version: 2, outcome: 'lost' })
    expect([await row(), await events()]).toEqual(before)
  })

  it('a save whose event cannot be stored changes nothing', async () => {
    const failing: Pick<Database, 'transaction'> = {
      transaction: (work) =>
        database.transaction(async (transaction, statements) => {
          const result = await work(transaction, statements)
          if ((await transaction.estimateEvent.count({ where: { estimateId: id } })) > 0) throw new Error('on purpose')
          return result
        }),
    }
    await expect(setStatus({ ...ana, database: failing }, { id, version: 1, status: 'completed' })).rejects.toThrow()
    await expect(logContact({ ...ana, database: failing }, { id, channel: 'call' })).rejects.toThrow()
    expect([await row(), await events()]).toMatchObject([{ version: 1, status: 'new', firstContactAt: null }, []])
  })
})

describe('saveChange with an older version', () => {
  it('a stale save is refused with the changes since then', async () => {
    await setStatus(ana, { id, version: 1, status: 'in_progress' })
    const seenByBen = 2
    const firstAt = test.clock.now().toISOString()
    await setOutcome(ana, { id, version: 2, outcome: 'won' })
    await addNote(ana, { id, text: 'Signed today.' })
    test.clock.advance(minuteMs)
    await assign(ana, { id, version: 3, assigneeId: ana.user.id })
    const before = [await row(), await events()]

    await expect(setStatus(ben, { id, version: seenByBen, status: 'completed' })).rejects.toMatchObject({
      code: 'conflict',
      stale: {
        work: { version: 4, status: 'in_progress', outcome: 'won', assignee: ana.user },
        changes: [
          { kind: 'outcome', from: 'open', to: 'won', by: 'ana@mail.example', at: firstAt },
          { kind: 'assigned', to: 'ana@mail.example', by: 'ana@mail.example', at: test.clock.now().toISOString() },
        ],
      },
    })
    expect([await row(), await events()]).toEqual(before)
  })

  it('a stale save of the present value and a save of a future version are refused', async () => {
    await setStatus(ana, { id, version: 1, status: 'completed' })
    await expect(setStatus(ben, { id, version: 1, status: 'completed' })).rejects.toMatchObject({ code: 'conflict' })
    const future = { id, version: Number.MAX_SAFE_INTEGER, status: 'new' }
    await expect(setStatus(ben, future)).rejects.toMatchObject({ code: 'conflict', stale: { changes: [] } })
  })

  it('exactly one of two concurrent saves wins', async () => {
    const wanted = ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06']
    // On PostgreSQL other processes save, too: another connection pool stands for one.
    const other =
      testEngine === 'postgresql' ? await openDatabase({ url: test.databaseUrl, log: silentLog }) : undefined
    const people = [ana, { ...ben, database: other ?? database }]
    const saves = await Promise.allSettled(
      wanted.flatMap((followUpOn) => people.map((deps) => setFollowUp(deps, { id, version: 1, followUpOn }))),
    )
    await other?.close()
    const won = saves.flatMap((save) => (save.status === 'fulfilled' ? [save.value] : []))
    expect(won).toHaveLength(1)
    for (const save of saves)
      if (save.status === 'rejected')
        expect(save.reason).toMatchObject({
          code: 'conflict',
          stale: { work: won[0]?.work, changes: [{ kind: 'follow_up', to: won[0]?.work.followUpOn }] },
        })
    expect(await row()).toMatchObject({ version: 2, followUpOn: won[0]?.work.followUpOn })
    expect(await events()).toHaveLength(1)
  })
})

describe('notes and contacts', () => {
  it('notes and contacts do not depend on the version', async () => {
    await setStatus(ana, { id, version: 1, status: 'in_progress' })
    test.clock.advance(1)
    const { work, timeline } = await addNote(ben, { id, text: 'Two\nlines' })
    expect(work.version).toBe(2)
    expect(timeline.at(-1)).toMatchObject({ kind: 'note', text: 'Two\nlines', by: 'ben@mail.example' })
    test.clock.advance(1)
    const contact = await logContact(ben, { id, channel: 'visit', note: 'Measured the kitchen.' })
    expect(contact.work.version).toBe(2)
    expect(contact.timeline.at(-1)).toMatchObject({ kind: 'contact', channel: 'visit', note: 'Measured the kitchen.' })
    expect((await setStatus(ana, { id, version: 2, status: 'completed' })).work.version).toBe(3)
  })

  it('the first contact stops the clock for good', async () => {
    const createdAt = test.clock.now()
    const state = async () => {
      const { dueAt, ...stored } = await row()
      return dueAt && responseState({ ...stored, dueAt }, test.clock.now())
    }
    await addNote(ana, { id, text: 'Nobody answers the phone.' })
    await setStatus(ana, { id, version: 1, status: 'in_progress' })
    test.clock.advance(26 * hourMs)
    expect(await state()).toEqual({ kind: 'overdue', ms: 2 * hourMs })

    const first = await logContact(ana, { id, channel: 'call' })
    expect(first.work.firstContactAt).toBe(test.clock.now().toISOString())
    expect(first.timeline.at(-1)).toMatchObject({ kind: 'contact', channel: 'call', note: null })
    for (const channel of ['email', 'visit'] as const) {
      test.clock.advance(hourMs)
      const { work } = await logContact(ben, { id, channel })
      expect(work.firstContactAt).toBe(first.work.firstContactAt)
    }
    expect(await state()).toEqual({ kind: 'answered-late', ms: 26 * hourMs })
    expect((await row()).createdAt).toEqual(createdAt)
    expect((await events()).filter(({ kind }) => kind === 'contact')).toHaveLength(3)
  })

  it('concurrent contacts are all stored and stop the clock once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => logContact(ana, { id, channel: 'email' })))
    expect((await row()).firstContactAt).toEqual(test.clock.now())
    expect((await events()).filter(({ kind }) => kind === 'contact')).toHaveLength(5)
  })
})

it('every change of a missing estimate throws not_found', async () => {
  const seen = { id: randomUUID(), version: 1 }
  const attempts = [
    setStatus(ana, { ...seen, status: 'new' }),
    setOutcome(ana, { ...seen, outcome: 'won' }),
    assign(ana, { ...seen, assigneeId: null }),
    setFollowUp(ana, { ...seen, followUpOn: null }),
    addNote(ana, { id: seen.id, text: 'x' }),
    logContact(ana, { id: seen.id, channel: 'call' }),
  ]
  for (const attempt of await Promise.allSettled(attempts))
    expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  expect(await database.read.estimateEvent.count({ where: { estimateId: seen.id } })).toBe(0)
})
