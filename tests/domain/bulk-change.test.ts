import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Committed } from '#server/database/client/committed.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { addNote, logContact } from '#server/estimates/work/add-to-estimate.ts'
import { bulkChange, undoBulkChange } from '#server/estimates/work/bulk-change.ts'
import { assign, setOutcome, setStatus, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { getEstimate } from '#server/estimates/work/get-estimate.ts'
import { confirmSpam, release } from '#server/estimates/work/quarantine.ts'
import { hourMs } from '#shared/durations.ts'
import { maxBulkChange, undoLimits } from '#shared/estimates/bulk-change.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { silentLog, testEngine } from '#tests/support/database/test-database.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { worker } from '#tests/support/server/worker.ts'

let database: Database
let ana: WorkDeps
let ben: WorkDeps
let ids: string[]

const test = sharedApp()
beforeAll(async () => {
  database = test.database
  ana = await worker(test, 'ana@mail.example')
  ben = await worker(test, 'ben@mail.example')
})
beforeEach(async () => {
  test.clock.advance(hourMs)
  ids = await storeEstimates(test, [{}, {}, {}])
})

const first = () => ids[0] ?? ''
const seen = (version = 1) => ids.map((id) => ({ id, version }))
const rows = async () => {
  const found = await database.read.projectEstimate.findMany({ where: { id: { in: ids } } })
  return ids.map((id) => found.find((row) => row.id === id))
}
const events = (id = first()) =>
  database.read.estimateEvent.findMany({ where: { estimateId: id }, orderBy: { id: 'asc' } })
const messages = () =>
  database.read.outboxMessage.findMany({ where: { estimateId: { in: ids } }, orderBy: { id: 'asc' } })

async function storeQuarantined(columns: EstimateColumns = {}): Promise<void> {
  const quarantinedAt = test.clock.now()
  ids = await storeEstimates(
    test,
    [1, 2, 3].map(() => ({ quarantinedAt, quarantineReasons: 'decoy', ...columns })),
  )
}

it('bulkChange changes each estimate, makes its next version and adds one event', async () => {
  const changed = await bulkChange(ana, { estimates: seen(), change: { kind: 'status', status: 'completed' } })
  expect(changed).toEqual({ changed: seen(2), refused: [] })
  for (const row of await rows()) expect(row).toMatchObject({ version: 2, status: 'completed' })
  for (const id of ids)
    expect(await events(id)).toMatchObject([{ kind: 'status', actorEmail: 'ana@mail.example', at: test.clock.now() }])
  const { timeline } = await getEstimate(database, first())
  expect(timeline.at(-1)).toEqual({
    id: expect.any(String),
    at: test.clock.now().toISOString(),
    by: 'ana@mail.example',
    kind: 'status',
    from: 'new',
    to: 'completed',
  })
})

it('bulkChange leaves out those that have the value already, and takes different versions together', async () => {
  await assign(ana, { id: first(), version: 1, assigneeId: ben.user.id })
  const [, second, third] = ids
  await setStatus(ana, { id: second ?? '', version: 1, status: 'completed' })
  const estimates = [
    { id: first(), version: 2 },
    { id: second ?? '', version: 2 },
    { id: third ?? '', version: 1 },
  ]
  const { changed } = await bulkChange(ana, { estimates, change: { kind: 'assignee', assigneeId: ben.user.id } })
  expect(changed).toEqual([
    { id: second, version: 3 },
    { id: third, version: 2 },
  ])
  for (const row of await rows()) expect(row).toMatchObject({ assigneeId: ben.user.id })
  expect(await events()).toHaveLength(1)
})

it('bulkChange reports those that were changed or erased in the meantime, and changes the others', async () => {
  await setStatus(ben, { id: first(), version: 1, status: 'in_progress' })
  await logContact(ana, { id: first(), channel: 'call' })
  const gone = { id: randomUUID(), version: 1 }
  const change = { kind: 'status', status: 'completed' } as const
  expect(await bulkChange(ana, { estimates: [...seen(), gone], change })).toEqual({
    changed: seen(2).slice(1),
    refused: [
      { id: first(), reason: 'changed', by: 'ben@mail.example' },
      { id: gone.id, reason: 'gone', by: null },
    ],
  })
  expect((await rows()).map((row) => row?.status)).toEqual(['in_progress', 'completed', 'completed'])
})

it('bulkChange assigns to nobody outside of the staff', async () => {
  const { userId } = await signedIn(test)
  const change = { kind: 'assignee', assigneeId: userId } as const
  await expect(bulkChange(ana, { estimates: seen(), change })).rejects.toMatchObject({ code: 'invalid' })
  expect(await events()).toEqual([])
})

it('bulkChange announces each estimate by its id in one commit', async () => {
  const heard: Committed[] = []
  const stop = await database.onCommitted((changes) => heard.push(changes))
  await bulkChange(ana, { estimates: seen(), change: { kind: 'status', status: 'completed' } })
  await expect.poll(() => heard.filter(({ changed }) => changed.length > 0)).toHaveLength(1)
  expect(new Set(heard.find(({ changed }) => changed.length > 0)?.changed)).toEqual(new Set(ids))
  stop()
})

it('bulkChange releases estimates from quarantine, and holds their emails back until that can no longer be undone', async () => {
  await storeQuarantined()
  const { changed } = await bulkChange(ana, { estimates: seen(), change: { kind: 'release' } })
  expect(changed).toEqual(seen(2))
  const now = test.clock.now()
  for (const row of await rows()) expect(row).toMatchObject({ quarantinedAt: null, dueAt: responseDueAt(now) })
  const queued = await messages()
  expect(queued).toHaveLength(6)
  for (const message of queued)
    expect(message).toMatchObject({
      state: 'pending',
      createdAt: now,
      nextAttemptAt: new Date(now.getTime() + undoLimits.acceptedMs),
    })
})

it('bulkChange confirms spam of quarantined and other estimates, and queues nothing', async () => {
  await bulkChange(ana, { estimates: seen(), change: { kind: 'spam' } })
  const at = test.clock.now()
  for (const row of await rows())
    expect(row).toMatchObject({ quarantinedAt: at, quarantineReasons: 'staff', spamAt: at, dueAt: null })
  await storeQuarantined()
  await bulkChange(ana, { estimates: seen(), change: { kind: 'spam' } })
  for (const row of await rows()) expect(row).toMatchObject({ quarantineReasons: 'decoy', spamAt: at })
  expect(await messages()).toEqual([])
})

it('bulkChange gives each estimate one of two changes of the same version at once', async () => {
  ids = await storeEstimates(
    test,
    Array.from({ length: 20 }, () => ({})),
  )
  // On PostgreSQL other processes save, too: another connection pool stands for one.
  const other = testEngine === 'postgresql' ? await openDatabase({ url: test.databaseUrl, log: silentLog }) : undefined
  const people = [ana, { ...ben, database: other ?? database }]
  const singles = ids.slice(0, 5).map((id) => setOutcome(ben, { id, version: 1, outcome: 'won' }))
  const many = await Promise.all(
    people.map((deps) =>
      bulkChange(deps, { estimates: seen().toReversed(), change: { kind: 'status', status: 'completed' } }),
    ),
  )
  const won = (await Promise.allSettled(singles)).filter(({ status }) => status === 'fulfilled')
  await other?.close()
  const changed = many.flatMap((one) => one.changed)
  expect(changed.length + won.length).toBe(ids.length)
  for (const row of await rows()) expect(row?.version).toBe(2)
  const stored = await database.read.estimateEvent.count({ where: { estimateId: { in: ids } } })
  expect(stored).toBe(ids.length)
})

it('undoBulkChange sets status and assignee back, with an event for each', async () => {
  await setStatus(ben, { id: first(), version: 1, status: 'in_progress' })
  const [, second, third] = ids
  const estimates = [{ id: first(), version: 2 }, ...[second, third].map((id = '') => ({ id, version: 1 }))]
  const { changed } = await bulkChange(ana, { estimates, change: { kind: 'status', status: 'completed' } })
  test.clock.advance(undoLimits.offeredMs)
  expect(await undoBulkChange(ana, { estimates: changed })).toEqual({
    changed: changed.map(({ id, version }) => ({ id, version: version + 1 })),
    refused: [],
  })
  expect((await rows()).map((row) => row?.status)).toEqual(['in_progress', 'new', 'new'])
  expect((await getEstimate(database, first())).timeline.at(-1)).toMatchObject({
    kind: 'status',
    from: 'completed',
    to: 'in_progress',
  })

  await assign(ben, { id: first(), version: 4, assigneeId: ben.user.id })
  const assigned = await bulkChange(ana, {
    estimates: [{ id: first(), version: 5 }],
    change: { kind: 'assignee', assigneeId: ana.user.id },
  })
  test.clock.advance(1)
  await undoBulkChange(ana, { estimates: assigned.changed })
  const { work, timeline } = await getEstimate(database, first())
  expect(work.assignee).toEqual({ id: ben.user.id, email: 'ben@mail.example', name: null })
  expect(timeline.at(-1)).toMatchObject({ kind: 'assigned', from: 'ana@mail.example', to: 'ben@mail.example' })
})

it('undoBulkChange puts released estimates back into quarantine, and nothing is emailed', async () => {
  await storeQuarantined()
  const before = await rows()
  const { changed } = await bulkChange(ana, { estimates: seen(), change: { kind: 'release' } })
  test.app.outbox.wake()
  test.clock.advance(undoLimits.offeredMs)
  await undoBulkChange(ana, { estimates: changed })
  expect(await rows()).toEqual(before.map((row) => ({ ...row, version: 3 })))
  expect(await messages()).toEqual([])
  const { timeline } = await getEstimate(database, first())
  expect(timeline.map(({ kind }) => kind)).toEqual(['created', 'quarantined', 'released', 'undone'])
  // What undoing needs is not shown.
  expect(Object.keys(timeline[2] ?? {})).toEqual(['id', 'at', 'by', 'kind'])
})

it('undoBulkChange brings back the deadline and the reasons after a spam mark, also of a confirmed one', async () => {
  await logContact(ana, { id: first(), channel: 'call', keepStatus: true })
  const before = await rows()
  const { changed } = await bulkChange(ana, { estimates: seen(), change: { kind: 'spam' } })
  await undoBulkChange(ana, { estimates: changed })
  expect(await rows()).toEqual(before.map((row) => ({ ...row, version: 3 })))

  await storeQuarantined()
  await confirmSpam(ben, { id: first(), version: 1 })
  const confirmed = await rows()
  const released = await bulkChange(ana, {
    estimates: [{ id: first(), version: 2 }],
    change: { kind: 'release' },
  })
  await undoBulkChange(ana, { estimates: released.changed })
  expect((await rows())[0]).toEqual({ ...confirmed[0], version: 4 })
})

it('undoBulkChange keeps earlier emails of an estimate that was released before', async () => {
  await storeQuarantined()
  await release(ben, { id: first(), version: 1 })
  await confirmSpam(ben, { id: first(), version: 2 })
  const earlier = await messages()
  test.clock.advance(hourMs)
  const { changed } = await bulkChange(ana, {
    estimates: [{ id: first(), version: 3 }],
    change: { kind: 'release' },
  })
  expect((await undoBulkChange(ana, { estimates: changed })).refused).toEqual([])
  expect((await messages()).map(({ id }) => id)).toEqual(earlier.map(({ id }) => id))
})

it('undoBulkChange leaves alone what was changed or erased since, what is on its way by email, and what was never changed', async () => {
  await storeQuarantined()
  const { changed } = await bulkChange(ana, { estimates: seen(), change: { kind: 'release' } })
  const [, second = '', third = ''] = ids
  await setStatus(ben, { id: first(), version: 2, status: 'in_progress' })
  await database.transaction(async ({ outboxMessage, projectEstimate }) => {
    await outboxMessage.updateMany({
      where: { estimateId: second, kind: 'estimate.staff' },
      data: { attempts: 1, claimToken: 'held' },
    })
    await projectEstimate.deleteMany({ where: { id: third } })
  })
  const [another = ''] = await storeEstimates(test, [{}])
  const before = [await rows(), await messages()]
  expect(await undoBulkChange(ana, { estimates: [...changed, { id: another, version: 1 }] })).toEqual({
    changed: [],
    refused: [
      { id: first(), reason: 'changed', by: 'ben@mail.example' },
      { id: third, reason: 'gone', by: null },
      { id: another, reason: 'late', by: null },
      { id: second, reason: 'emailed', by: null },
    ],
  })
  expect([await rows(), await messages()]).toEqual(before)
})

it('undoBulkChange is refused to other people, after its time, and for single changes', async () => {
  const { changed } = await bulkChange(ana, { estimates: seen(), change: { kind: 'status', status: 'completed' } })
  const late = changed.map(({ id }) => ({ id, reason: 'late', by: null }))
  expect(await undoBulkChange(ben, { estimates: changed })).toEqual({ changed: [], refused: late })
  test.clock.advance(undoLimits.acceptedMs + 1)
  expect(await undoBulkChange(ana, { estimates: changed })).toEqual({ changed: [], refused: late })
  await setStatus(ana, { id: first(), version: 2, status: 'new' })
  expect((await undoBulkChange(ana, { estimates: [{ id: first(), version: 3 }] })).changed).toEqual([])
})

it('undoBulkChange takes as many as one selection may have, and keeps notes that were added meanwhile', async () => {
  ids = await storeEstimates(
    test,
    Array.from({ length: maxBulkChange }, () => ({})),
  )
  const { changed } = await bulkChange(ana, { estimates: seen(), change: { kind: 'status', status: 'completed' } })
  test.clock.advance(1)
  await addNote(ben, { id: first(), text: 'Called back.' })
  test.clock.advance(1)
  expect((await undoBulkChange(ana, { estimates: changed })).changed).toHaveLength(maxBulkChange)
  expect((await events()).map(({ kind }) => kind)).toEqual(['status', 'note', 'status'])
})
