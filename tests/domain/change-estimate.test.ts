import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { logContact } from '#server/estimates/work/add-to-estimate.ts'
import { assign, setFollowUp, setOutcome, setStatus, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { worker } from '#tests/support/server/worker.ts'

let database: Database
let ana: WorkDeps
let ben: WorkDeps
let id: string

const test = sharedApp()
beforeAll(async () => {
  database = test.database
  ana = await worker(test, 'ana@mail.example')
  ben = await worker(test, 'ben@mail.example')
})
beforeEach(async () => {
  id = await storeEstimate(test)
})

const row = () => database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
const events = () =>
  database.read.estimateEvent.findMany({ where: { estimateId: id }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })

it('an estimate stays assigned to a user who has left the staff', async () => {
  const cleo = await worker(test, `${randomUUID()}@mail.example`)
  await assign(ana, { id, version: 1, assigneeId: cleo.user.id })
  await database.transaction(({ user }) => user.updateMany({ where: { id: cleo.user.id }, data: { role: 'user' } }))
  const { work } = await assign(ana, { id, version: 2, assigneeId: cleo.user.id })
  expect(work).toMatchObject({ version: 2, assignee: cleo.user })
  expect((await assign(ana, { id, version: 2, assigneeId: null })).work.assignee).toBeNull()
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

it('a save of the present value and one of a version to come are refused', async () => {
  await setStatus(ana, { id, version: 1, status: 'completed' })
  await expect(setStatus(ben, { id, version: 1, status: 'completed' })).rejects.toMatchObject({ code: 'conflict' })
  const future = { id, version: Number.MAX_SAFE_INTEGER, status: 'new' }
  await expect(setStatus(ben, future)).rejects.toMatchObject({ code: 'conflict', stale: { changes: [] } })
})

it('exactly one of two concurrent saves wins', async () => {
  const wanted = ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06']
  const saves = await Promise.allSettled(
    wanted.flatMap((followUpOn) => [ana, ben].map((deps) => setFollowUp(deps, { id, version: 1, followUpOn }))),
  )
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
