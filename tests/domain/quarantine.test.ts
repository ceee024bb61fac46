import { beforeAll, beforeEach, expect, it } from 'vitest'
import { setStatus, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { getEstimate } from '#server/estimates/work/get-estimate.ts'
import { confirmSpam, release } from '#server/estimates/work/quarantine.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { worker } from '#tests/support/server/worker.ts'

let ana: WorkDeps
let createdAt: Date

const test = sharedApp()
beforeAll(async () => {
  ana = await worker(test, 'ana@mail.example')
})
beforeEach(() => {
  createdAt = test.clock.now()
})

/** Sends a request; answers with its id. */
async function received(input: Parameters<typeof estimateRequest>[0] = {}): Promise<string> {
  const { reference } = await test.app.estimateWriter.submit(
    estimateRequest({ ...newVisitor(), ...input }),
    newSenderAddress(),
  )
  const { id } = await test.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })
  return id
}

const quarantine = () => received({ remarks: 'x' })
const row = (id: string) => test.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
const mails = (id: string) =>
  test.database.read.outboxMessage.findMany({ where: { estimateId: id }, orderBy: { kind: 'asc' } })

it('a quarantined estimate has its reasons, no deadline and no email, also as confirmed spam, and can still be released', async () => {
  const id = await quarantine()
  const { work: first, timeline } = await getEstimate(test.database, id)
  expect(first).toMatchObject({ dueAt: null, quarantine: { reasons: ['decoy'], isSpam: false } })
  expect(timeline).toEqual([
    { id, at: createdAt.toISOString(), by: null, kind: 'created' },
    { id: `${id}.quarantined`, at: createdAt.toISOString(), by: null, kind: 'quarantined', reasons: ['decoy'] },
  ])
  const confirmed = await confirmSpam(ana, { id, version: 1 })
  expect(confirmed.work).toMatchObject({ version: 2, dueAt: null, quarantine: { reasons: ['decoy'], isSpam: true } })
  expect(confirmed.timeline.at(-1)).toMatchObject({ kind: 'spam', by: 'ana@mail.example' })
  expect(await row(id)).toMatchObject({ spamAt: test.clock.now(), quarantinedAt: createdAt })
  expect(await mails(id)).toEqual([])

  test.clock.advance(dayMs)
  const released = await release(ana, { id, version: 2 })
  expect(released.work).toMatchObject({ version: 3, quarantine: null })
  expect(await row(id)).toMatchObject({ spamAt: null, dueAt: new Date(test.clock.now().getTime() + dayMs) })
  expect(await mails(id)).toHaveLength(2)
})

it('a quarantined estimate is not next to those of the list', async () => {
  const older = await received()
  test.clock.advance(1)
  await quarantine()
  test.clock.advance(1)
  const newer = await received()
  expect((await getEstimate(test.database, older)).newer).toBe(newer)
  expect((await getEstimate(test.database, newer)).older).toBe(older)
})

it('the release of a quarantined estimate queues both emails and starts the 24 hours', async () => {
  const id = await quarantine()
  test.clock.advance(3 * dayMs)
  const releasedAt = test.clock.now()
  const { work, timeline } = await release(ana, { id, version: 1 })
  const dueAt = new Date(releasedAt.getTime() + dayMs)
  expect(work).toMatchObject({ version: 2, status: 'new', quarantine: null, dueAt: dueAt.toISOString() })
  expect(timeline.map(({ kind, by }) => [kind, by])).toEqual([
    ['created', null],
    ['quarantined', null],
    ['released', 'ana@mail.example'],
    // What a person did comes before the emails that it queued in the same instant.
    ['mail', null],
    ['mail', null],
  ])
  // The emails may have been sent by now.
  expect(await mails(id)).toMatchObject([
    { kind: 'estimate.staff', createdAt: releasedAt },
    { kind: 'estimate.visitor', createdAt: releasedAt },
  ])
  expect(await row(id)).toMatchObject({ quarantinedAt: null, spamAt: null, quarantineReasons: 'decoy' })
})

it('an estimate that staff marks as spam is quarantined with the reason staff, and undoing that sends no second pair of emails and restores the deadline', async () => {
  const id = await received()
  const before = await mails(id)
  test.clock.advance(hourMs)
  const marked = await confirmSpam(ana, { id, version: 1 })
  expect(marked.work).toMatchObject({ version: 2, dueAt: null, quarantine: { reasons: ['staff'], isSpam: true } })
  expect(marked.timeline.map(({ kind }) => kind)).not.toContain('quarantined')
  expect(await row(id)).toMatchObject({ quarantinedAt: test.clock.now(), quarantineReasons: 'staff' })
  test.clock.advance(hourMs)
  const { work } = await release(ana, { id, version: 2 })
  expect(work).toMatchObject({ quarantine: null, dueAt: new Date(createdAt.getTime() + dayMs).toISOString() })
  expect((await mails(id)).map((mail) => mail.id)).toEqual(before.map((mail) => mail.id))
})

it('marking as spam after a release keeps the first reasons', async () => {
  const id = await quarantine()
  await release(ana, { id, version: 1 })
  const { work, timeline } = await confirmSpam(ana, { id, version: 2 })
  expect(work.quarantine).toEqual({ reasons: ['decoy', 'staff'], isSpam: true })
  expect(timeline.find(({ kind }) => kind === 'quarantined')).toMatchObject({ reasons: ['decoy'] })
})

it('a release of an older version is refused with the changes and writes nothing', async () => {
  const id = await quarantine()
  await setStatus(ana, { id, version: 1, status: 'in_progress' })
  for (const decide of [release, confirmSpam])
    await expect(decide(ana, { id, version: 1 })).rejects.toMatchObject({
      code: 'conflict',
      stale: { work: { version: 2 }, changes: [{ kind: 'status' }] },
    })
  expect(await mails(id)).toEqual([])
  expect(await row(id)).toMatchObject({ version: 2, spamAt: null, dueAt: null })
})

it('two releases at once queue one pair of emails', async () => {
  const id = await quarantine()
  const both = await Promise.allSettled([release(ana, { id, version: 1 }), release(ana, { id, version: 1 })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await mails(id)).toHaveLength(2)
})

it('releasing or confirming twice writes nothing', async () => {
  const id = await received()
  expect((await release(ana, { id, version: 1 })).work.version).toBe(1)
  await confirmSpam(ana, { id, version: 1 })
  expect((await confirmSpam(ana, { id, version: 2 })).work.version).toBe(2)
  expect(await mails(id)).toHaveLength(2)
})
