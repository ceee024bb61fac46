import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logContact } from '#server/estimates/work/add-to-estimate.ts'
import { setStatus, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { getEstimate } from '#server/estimates/work/get-estimate.ts'
import { confirmSpam, release } from '#server/estimates/work/quarantine.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { responseState } from '#shared/estimates/response-clock.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'
import { worker } from '#tests/support/server/worker.ts'

let test: TestApp
let ana: WorkDeps
let createdAt: Date

beforeAll(async () => {
  test = await createTestApp()
  ana = await worker(test, 'ana@mail.example')
})
afterAll(() => test.dispose())
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

describe('a quarantined estimate', () => {
  it('a quarantined estimate has its reasons, no deadline and an event by the site', async () => {
    const id = await quarantine()
    const { estimate, work, timeline } = await getEstimate(test.database, id)
    expect(estimate.dueAt).toBeNull()
    expect(work).toMatchObject({ dueAt: null, quarantine: { reasons: ['decoy'], isSpam: false } })
    expect(timeline).toEqual([
      { id, at: createdAt.toISOString(), by: null, kind: 'created' },
      { id: `${id}.quarantined`, at: createdAt.toISOString(), by: null, kind: 'quarantined', reasons: ['decoy'] },
    ])
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

  it('approval queues both emails and starts the 24 hours', async () => {
    const id = await quarantine()
    test.clock.advance(3 * dayMs)
    const releasedAt = test.clock.now()
    const { work, timeline } = await release(ana, { id, version: 1 })
    const dueAt = new Date(releasedAt.getTime() + dayMs)
    expect(work).toMatchObject({ version: 2, status: 'new', quarantine: null, dueAt: dueAt.toISOString() })
    expect(timeline.map(({ kind, by }) => [kind, by])).toEqual([
      ['created', null],
      ['quarantined', null],
      ['mail', null],
      ['mail', null],
      ['released', 'ana@mail.example'],
    ])
    // They may have been sent by now.
    expect(await mails(id)).toMatchObject([
      { kind: 'estimate.staff', createdAt: releasedAt },
      { kind: 'estimate.visitor', createdAt: releasedAt },
    ])
    expect(await row(id)).toMatchObject({ quarantinedAt: null, spamAt: null, quarantineReasons: 'decoy' })

    test.clock.advance(50 * 60_000)
    const contacted = await logContact(ana, { id, channel: 'call' })
    const firstContactAt = new Date(contacted.work.firstContactAt ?? 0)
    expect(responseState({ ...contacted.work, dueAt, firstContactAt }, test.clock.now())).toEqual({
      kind: 'answered',
      ms: 50 * 60_000,
    })
  })

  it('confirmed spam stays quarantined without an email and can still be approved', async () => {
    const id = await quarantine()
    const { work, timeline } = await confirmSpam(ana, { id, version: 1 })
    expect(work).toMatchObject({ version: 2, dueAt: null, quarantine: { reasons: ['decoy'], isSpam: true } })
    expect(timeline.at(-1)).toMatchObject({ kind: 'spam', by: 'ana@mail.example' })
    expect(await row(id)).toMatchObject({ spamAt: test.clock.now(), quarantinedAt: createdAt })
    expect(await mails(id)).toEqual([])

    test.clock.advance(dayMs)
    const released = await release(ana, { id, version: 2 })
    expect(released.work).toMatchObject({ version: 3, quarantine: null })
    expect(await row(id)).toMatchObject({ spamAt: null, dueAt: new Date(test.clock.now().getTime() + dayMs) })
    expect(await mails(id)).toHaveLength(2)
  })
})

describe('an estimate that staff marks as spam', () => {
  it('marking as spam quarantines with the reason staff, keeps queued emails and stops the clock', async () => {
    const id = await received()
    test.clock.advance(hourMs)
    const { work, timeline } = await confirmSpam(ana, { id, version: 1 })
    expect(work).toMatchObject({ version: 2, dueAt: null, quarantine: { reasons: ['staff'], isSpam: true } })
    expect(timeline.map(({ kind }) => kind)).not.toContain('quarantined')
    expect(await row(id)).toMatchObject({ quarantinedAt: test.clock.now(), quarantineReasons: 'staff' })
    expect(await mails(id)).toHaveLength(2)
  })

  it('undoing a mistaken mark sends no second pair of emails and restores the deadline', async () => {
    const id = await received()
    const before = await mails(id)
    test.clock.advance(hourMs)
    await confirmSpam(ana, { id, version: 1 })
    test.clock.advance(hourMs)
    const { work } = await release(ana, { id, version: 2 })
    expect(work).toMatchObject({ quarantine: null, dueAt: new Date(createdAt.getTime() + dayMs).toISOString() })
    expect((await mails(id)).map((mail) => mail.id)).toEqual(before.map((mail) => mail.id))
  })

  it('marking as spam after an approval keeps the first reasons', async () => {
    const id = await quarantine()
    await release(ana, { id, version: 1 })
    const { work, timeline } = await confirmSpam(ana, { id, version: 2 })
    expect(work.quarantine).toEqual({ reasons: ['decoy', 'staff'], isSpam: true })
    expect(timeline.find(({ kind }) => kind === 'quarantined')).toMatchObject({ reasons: ['decoy'] })
  })
})

describe('approving and confirming', () => {
  it('an approval of an older version is refused with the changes and writes nothing', async () => {
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

  it('two approvals at once queue one pair of emails', async () => {
    const id = await quarantine()
    const both = await Promise.allSettled([release(ana, { id, version: 1 }), release(ana, { id, version: 1 })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await mails(id)).toHaveLength(2)
  })

  it('approving or confirming twice writes nothing', async () => {
    const id = await received()
    expect((await release(ana, { id, version: 1 })).work.version).toBe(1)
    await confirmSpam(ana, { id, version: 1 })
    expect((await confirmSpam(ana, { id, version: 2 })).work.version).toBe(2)
    expect(await mails(id)).toHaveLength(2)
  })
})
