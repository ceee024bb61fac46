import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addMs } from '#server/clock.ts'
import { runRetention } from '#server/privacy/run-retention.ts'
import { newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { defaultRetention, retentionPlaceholder, retentionSentence } from '#shared/retention.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { storeProposal } from '#tests/support/estimates/store-proposal.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let admin: SignedIn
let staff: SignedIn

const test = sharedApp({
  addClientFiles: (clientDir) => writeFile(join(clientDir, 'privacy.html'), `<p>${retentionPlaceholder}</p>`),
})
beforeAll(async () => {
  // Shortly after the hour of the daily run.
  const atRun = newYorkInstant(newYorkDay(addMs(test.clock.now(), dayMs)), 3 * 60 + 5)
  test.clock.advance(atRun.getTime() - test.clock.now().getTime())
})
beforeEach(async () => {
  test.clock.advance(1_000)
  // Sessions end after a month, which each test may let pass.
  await test.database.transaction(async ({ user, setting, projectEstimate }) => {
    await user.deleteMany()
    await projectEstimate.deleteMany()
    await setting.deleteMany({ where: { name: { startsWith: 'retention' } } })
  })
  admin = await signedIn(test, { email: 'admin@mail.example', role: 'admin' })
  staff = await signedIn(test, { email: 'staff@mail.example', role: 'staff' })
})

const row = (id: string) => test.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
const ago = (days: number) => addMs(test.clock.now(), -days * dayMs)
const run = () => runRetention(test.database, test.clock.now(), () => false)

function stored(columns: EstimateColumns) {
  return storeEstimate(test, { createdAt: ago(1_000), ...columns })
}

const completed = (days: number) => stored({ status: 'completed', completedAt: ago(days) })

function spam(days: number) {
  return stored({ quarantinedAt: ago(1_000), spamAt: ago(days), dueAt: null })
}

async function confirm(rules: object = defaultRetention, seen: object = defaultRetention, who = admin) {
  const response = await test.call('privacy.setRetention', { ...rules, seen }, who.headers)
  return { status: response.statusCode, body: response.json() }
}

/** Confirms rules, and waits until they hold. */
async function inForce(rules: object = defaultRetention): Promise<void> {
  await confirm(rules)
  test.clock.advance(dayMs)
}

async function read(procedure: string, input?: object) {
  const query = input ? `?${new URLSearchParams({ input: JSON.stringify(input) })}` : ''
  const response = await test.app.inject({ url: `/api/trpc/privacy.${procedure}${query}`, headers: admin.headers })
  return response.json().result.data
}

async function isErased(id: string) {
  return (await row(id)).erasedAt !== null
}

it('the daily run erases what was completed 24 months ago and spam of 6 months, by the site itself, and tells so in the log', async () => {
  const [old, young, oldSpam, youngSpam, open] = [
    await completed(735),
    await completed(725),
    await spam(190),
    await spam(175),
    await stored({}),
  ]
  await test.database.transaction(async (transaction) => {
    for (const estimateId of [old, young, oldSpam])
      await storeTestPhoto(transaction, { estimateId, createdAt: ago(1_000) })
    // Its form was sent without this one.
    const { requestKey } = await row(old)
    await storeTestPhoto(transaction, { requestKey, createdAt: ago(1_000) })
  })
  await inForce()
  expect(await run()).toEqual({ completed: 1, spam: 1 })
  const erased = await Promise.all([old, young, oldSpam, youngSpam, open].map(isErased))
  expect(erased).toEqual([true, false, true, false, false])
  expect(await test.database.read.storedFile.findMany({ select: { estimateId: true } })).toEqual([
    { estimateId: young },
  ])
  expect(await test.database.read.fileContent.count()).toBe(1)
  const event = await test.database.read.estimateEvent.findFirst({ where: { estimateId: old } })
  expect(event).toMatchObject({ kind: 'erased', actorEmail: null, details: '{"cause":"retention","version":2}' })
  const entry = await test.database.read.auditEntry.findFirst({ where: { kind: 'retention.erased' } })
  expect(entry).toMatchObject({ actorId: null, details: '{"completed":1,"spam":1}' })
})

it('the daily run erases nothing for 30 days after the upgrade, unless an administrator confirms the rules', async () => {
  const id = await completed(800)
  expect(await run()).toBeUndefined()
  test.clock.advance(29 * dayMs)
  expect(await run()).toBeUndefined()
  expect(await isErased(id)).toBe(false)
  test.clock.advance(dayMs + hourMs)
  expect(await run()).toEqual({ completed: 1, spam: 0 })
  expect(await isErased(id)).toBe(true)
})

it('the daily run runs once a day, whatever the number of processes', async () => {
  await inForce()
  const runs = await Promise.all([run(), run(), run()])
  expect(runs.filter((made) => made !== undefined)).toHaveLength(1)
  await completed(800)
  expect(await run()).toBeUndefined()
  test.clock.advance(dayMs)
  expect(await run()).toEqual({ completed: 1, spam: 0 })
})

it('the daily run waits for three in the morning in New York', async () => {
  await inForce()
  await run()
  test.clock.advance(22 * hourMs)
  expect(await run()).toBeUndefined()
  test.clock.advance(2 * hourMs)
  expect(await run()).toBeDefined()
})

it('the daily run keeps what the rules never erase', async () => {
  const ids = [await completed(4_000), await spam(4_000)]
  await inForce({ completedMonths: null, spamMonths: null })
  expect(await run()).toEqual({ completed: 0, spam: 0 })
  expect(await Promise.all(ids.map(isErased))).toEqual([false, false])
})

it('the daily run and its preview keep a request with an accepted proposal for six years after the answer', async () => {
  const ids = [await completed(4_000), await completed(4_000), await completed(4_000), await spam(4_000)]
  const [accepted = '', lapsed = '', declined = '', acceptedSpam = ''] = ids
  const answer = (answer: string, days: number) => ({ answer, answeredAt: ago(days), sentAt: ago(days) })
  await storeProposal(test.database, accepted, answer('accepted', 6 * 365 - 2))
  await storeProposal(test.database, lapsed, answer('accepted', 6 * 366 + 2))
  await storeProposal(test.database, declined, answer('declined', 900))
  await storeProposal(test.database, acceptedSpam, answer('accepted', 900))
  const preview = await read('previewRetention', defaultRetention)
  expect(preview).toMatchObject({ completed: { total: 2 }, spam: { total: 0 } })
  await inForce()
  expect(await run()).toEqual({ completed: 2, spam: 0 })
  expect(await Promise.all(ids.map(isErased))).toEqual([false, true, true, false])
})

it('the daily run works in batches, and goes on the next day with what is left when it is stopped', async () => {
  for (let index = 0; index < 25; index += 1) await completed(800)
  await inForce()
  let asked = 0
  const stopped = await runRetention(test.database, test.clock.now(), () => ++asked > 3)
  expect(stopped?.completed).toBe(20)
  test.clock.advance(dayMs)
  expect(await run()).toEqual({ completed: 5, spam: 0 })
})

it('the daily run counts from the last completion, which it notes for estimates that lack it', async () => {
  const id = await stored({ status: 'completed' })
  const untouched = await stored({ status: 'completed' })
  const at = ago(400)
  await test.database.transaction(({ estimateEvent }) =>
    estimateEvent.createMany({
      data: [
        {
          id: crypto.randomUUID(),
          estimateId: id,
          kind: 'status',
          at: ago(900),
          details: '{"from":"new","to":"completed"}',
        },
        { id: crypto.randomUUID(), estimateId: id, kind: 'status', at, details: '{"from":"new","to":"completed"}' },
        { id: crypto.randomUUID(), estimateId: id, kind: 'note', at: ago(1), details: '{"text":"x"}' },
      ],
    }),
  )
  await inForce()
  expect(await run()).toEqual({ completed: 1, spam: 0 })
  expect((await row(id)).completedAt).toEqual(at)
  expect(await isErased(untouched)).toBe(true)
})

it('the daily run counts from the last sign of life: what is planned, or was touched within the term, is not due', async () => {
  const event = (estimateId: string, kind: string, days: number) =>
    test.database.transaction(({ estimateEvent }) =>
      estimateEvent.create({ data: { id: crypto.randomUUID(), estimateId, kind, at: ago(days), details: '{}' } }),
    )
  const day = (days: number) => newYorkDay(ago(days))
  const old = { status: 'completed', completedAt: ago(800) }
  const planned = await stored({ ...old, followUpOn: day(-21) })
  const missed = await stored({ ...old, followUpOn: day(700) })
  const forgotten = await stored({ ...old, followUpOn: day(790) })
  const [noted, called, longAgo, exported, plannedSpam, notedSpam] = [
    await completed(800),
    await completed(800),
    await completed(800),
    await completed(800),
    await stored({ quarantinedAt: ago(1_000), spamAt: ago(300), dueAt: null, followUpOn: day(-21) }),
    await spam(300),
  ]
  await event(noted, 'note', 0)
  await event(called, 'contact', 700)
  await event(longAgo, 'note', 790)
  await event(exported, 'exported', 1)
  await event(notedSpam, 'note', 10)
  const due = [exported, forgotten, longAgo].toSorted()
  const { completed: previewed, spam: previewedSpam } = await read('previewRetention', defaultRetention)
  expect(previewed.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(due)
  expect([previewed.total, previewedSpam.total]).toEqual([3, 0])

  await inForce()
  expect(await run()).toEqual({ completed: 3, spam: 0 })
  const all = [planned, missed, noted, called, plannedSpam, notedSpam]
  expect(await Promise.all(all.map(isErased))).toEqual(all.map(() => false))
  // The next year, the planned work is as old as the rest.
  test.clock.advance(800 * dayMs)
  admin = await signedIn(test, { email: 'later@mail.example', role: 'admin' })
  expect((await read('previewRetention', defaultRetention)).completed.total).toBe(4)
})

it('the daily run leaves out what a colleague touches while the run is under way', async () => {
  const [noted, planned, other] = [await completed(800), await completed(800), await completed(800)]
  await inForce()
  const { queries, transaction } = test.database
  const racing: Parameters<typeof runRetention>[0] = {
    ...test.database,
    queries: {
      ...queries,
      async dueForErasure(wanted) {
        const due = await queries.dueForErasure(wanted)
        await transaction(async ({ estimateEvent, projectEstimate }) => {
          const at = test.clock.now()
          const note = { id: crypto.randomUUID(), estimateId: noted, kind: 'note', at, details: '{"text":"x"}' }
          await estimateEvent.create({ data: note })
          await projectEstimate.updateMany({ where: { id: planned }, data: { followUpOn: newYorkDay(at) } })
        })
        return due
      },
    },
  }
  expect(await runRetention(racing, test.clock.now(), () => false)).toEqual({ completed: 1, spam: 0 })
  expect(await Promise.all([noted, planned, other].map(isErased))).toEqual([false, false, true])
})

it('the daily run starts to count when the status becomes completed, and stops when it is something else', async () => {
  const id = await stored({})
  const set = (version: number, status: string) =>
    test.call('estimates.setStatus', { id, version, status }, staff.headers)
  await set(1, 'completed')
  expect((await row(id)).completedAt).toEqual(test.clock.now())
  await set(2, 'in_progress')
  expect((await row(id)).completedAt).toBeNull()
})

it('the rules are 24 months after the completion and 6 for spam, until somebody changes them', async () => {
  expect(await read('retention')).toMatchObject({ rules: { completedMonths: 24, spamMonths: 6 }, isConfirmed: false })
  await confirm({ completedMonths: 36, spamMonths: null })
  expect(await read('retention')).toMatchObject({
    rules: { completedMonths: 36, spamMonths: null },
    isConfirmed: true,
  })
  expect(await read('rules')).toEqual({ completedMonths: 36, spamMonths: null })
  const entry = await test.database.read.auditEntry.findFirst({
    where: { kind: 'retention.changed' },
    orderBy: { id: 'desc' },
  })
  expect(entry).toMatchObject({ actorEmail: 'admin@mail.example', details: '{"completed":36,"spam":"never"}' })
})

it('the rules have a preview of what the next run would erase, also of rules that are not saved', async () => {
  const id = await completed(400)
  expect((await read('previewRetention', defaultRetention)).completed).toEqual({ total: 0, items: [] })
  const preview = await read('previewRetention', { completedMonths: 12, spamMonths: 6 })
  expect(preview.completed).toMatchObject({ total: 1, items: [{ id, since: expect.any(String) }] })
  expect(await isErased(id)).toBe(false)
})

it('the rules are saved by one of two administrators who change them at once; the other one is told', async () => {
  await confirm({ completedMonths: 12, spamMonths: 6 })
  const { status, body } = await confirm({ completedMonths: 60, spamMonths: 6 })
  expect(status).toBe(409)
  expect(body.error.message).toBe('A colleague has changed these rules in the meantime. Nothing was saved.')
  expect(await read('rules')).toEqual({ completedMonths: 12, spamMonths: 6 })
})

it('the rules are changed by administrators only, to whole months of at most ten years', async () => {
  expect((await confirm(defaultRetention, defaultRetention, staff)).status).toBe(403)
  for (const completedMonths of [0, 1.5, 121])
    expect((await confirm({ completedMonths, spamMonths: 6 })).status).toBe(400)
})

it('the rules say when the next run is', async () => {
  const first = await read('retention')
  expect(new Date(first.nextRunAt).getTime()).toBeGreaterThan(addMs(test.clock.now(), 29 * dayMs).getTime())
  await confirm()
  expect(await run()).toBeUndefined()
  const tomorrow = newYorkInstant(newYorkDay(addMs(test.clock.now(), dayMs)), 180)
  expect(new Date((await read('retention')).nextRunAt)).toEqual(tomorrow)
})

it('the privacy page states the rules that are in force, within seconds after a change', async () => {
  const text = async () => (await test.app.inject('/privacy')).body
  expect(await text()).toContain(retentionSentence(defaultRetention))
  await confirm({ completedMonths: 36, spamMonths: null })
  test.clock.advance(10_000)
  expect(await text()).toContain(
    'We erase your data 36 months after your request is completed; that of spam is not erased after a set time.',
  )
  await confirm({ completedMonths: null, spamMonths: 1 }, { completedMonths: 36, spamMonths: null })
  test.clock.advance(10_000)
  const page = await text()
  expect(page).toContain('until you ask us to erase it; that of spam is erased 1 month after we marked it.')
  expect(page).not.toContain(retentionPlaceholder)
})
