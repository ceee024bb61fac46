import { afterAll, beforeAll, expect, it } from 'vitest'
import { addNote, logContact } from '#server/estimates/work/add-to-estimate.ts'
import { setStatus, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { getEstimate } from '#server/estimates/work/get-estimate.ts'
import { claimDueMessages, recordOutcomes } from '#server/mail/outbox/store.ts'
import { toFileName } from '#server/mail/transports/file-names.ts'
import { eraseEstimates } from '#server/privacy/erase-estimates.ts'
import { minuteMs } from '#shared/durations.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { worker } from '#tests/support/server/worker.ts'

// There is no app, whose outbox would claim the messages.
let test: TestDatabase & { clock: TestClock }
let ana: WorkDeps

beforeAll(async () => {
  test = { ...(await createTestDatabase()), clock: new TestClock() }
  ana = await worker(test, 'ana@mail.example')
})
afterAll(() => test.dispose())

const outcomes = [
  { result: 'sent', providerId: 'p1' },
  { result: 'failed', reason: 'blocked' },
] as const

/** A line for each entry: what it is, and how many minutes after the request. */
function lines(timeline: readonly TimelineEvent[], since: Date): string[] {
  return timeline.map((event) => {
    const what = event.kind === 'mail' ? `${event.mail} ${event.state}` : event.kind
    return `${what} ${(Date.parse(event.at) - since.getTime()) / minuteMs}`
  })
}

it('a timeline has the submission, the emails and the events of an estimate, newest last', async () => {
  const id = await storeEstimate(test)
  const other = await storeEstimate(test)
  const createdAt = test.clock.now()
  const mail = (of: string, kind: string) => ({ id: `${of}-${kind}`, estimateId: of, kind, createdAt })
  await test.database.transaction(({ outboxMessage }) =>
    outboxMessage.createMany({
      data: [mail(id, 'estimate.staff'), mail(id, 'estimate.visitor'), mail(other, 'estimate.staff')].map((row) => ({
        ...row,
        nextAttemptAt: createdAt,
      })),
    }),
  )
  await addNote(ana, { id: other, text: 'Of another request.' })

  test.clock.advance(minuteMs)
  await setStatus(ana, { id, version: 1, status: 'in_progress' })
  test.clock.advance(minuteMs)
  const limits = { leaseMs: minuteMs, limit: 10 }
  const claimed = await claimDueMessages(test.database, { now: test.clock.now(), ...limits })
  expect(claimed).toHaveLength(3)
  for (const [index, outcome] of outcomes.entries()) {
    const kind = ['estimate.staff', 'estimate.visitor'][index]
    const attempted = claimed.filter((one) => one.id === `${id}-${kind}`).map((claim) => ({ claim, outcome }))
    expect(attempted).toHaveLength(1)
    expect(await recordOutcomes(test.database, attempted, test.clock.now())).toEqual([])
    test.clock.advance(minuteMs)
  }
  await logContact(ana, { id, channel: 'call' })

  const { timeline } = await getEstimate(test.database, id)
  expect(lines(timeline, createdAt)).toEqual([
    'created 0',
    'estimate.staff queued 0',
    'estimate.visitor queued 0',
    'status 1',
    'estimate.staff sent 2',
    'estimate.visitor failed 3',
    'contact 4',
  ])
  expect(timeline.map(({ by }) => by).filter(Boolean)).toEqual(['ana@mail.example', 'ana@mail.example'])
  expect(new Set(timeline.map((event) => event.id)).size).toBe(timeline.length)

  const elsewhere = await getEstimate(test.database, other)
  expect(lines(elsewhere.timeline, createdAt)).toEqual(['created 0', 'note 0', 'estimate.staff queued 0'])
})

it('an email that was written to a file is saved, not sent, whatever the setting is later and after an erasure', async () => {
  const id = await storeEstimate(test)
  const file = { id: 'message-1', kind: 'estimate.staff', estimateId: id, state: 'sent', createdAt: test.clock.now() }
  const sentAt = test.clock.now()
  await test.database.transaction(({ outboxMessage }) =>
    outboxMessage.create({ data: { ...file, nextAttemptAt: sentAt, sentAt, providerId: toFileName(file) } }),
  )
  const states = async () =>
    (await getEstimate(test.database, id)).timeline.flatMap((event) => (event.kind === 'mail' ? [event.state] : []))
  expect(await states()).toEqual(['queued', 'saved'])
  await test.database.transaction((transaction, statements) =>
    eraseEstimates(transaction, statements, { ids: [id], actor: null, cause: 'retention', at: sentAt }),
  )
  expect(await states()).toEqual(['queued', 'saved'])
})

it('an event keeps the email address of a deleted user', async () => {
  const id = await storeEstimate(test)
  const old = await worker(test, 'old@mail.example')
  await addNote(old, { id, text: 'x' })
  await test.database.transaction(({ user }) => user.deleteMany({ where: { id: old.user.id } }))
  const { timeline } = await getEstimate(test.database, id)
  expect(timeline.at(-1)).toMatchObject({ kind: 'note', by: 'old@mail.example' })
})
