import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Transaction } from '#server/database/database.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const test = sharedApp()

/** The types forbid each of these lines. */
async function changeEvents({ estimateEvent, projectEstimate }: Transaction): Promise<void> {
  // @ts-expect-error an event is never changed
  await estimateEvent.update({ where: { id: 'x' }, data: { kind: 'note' } })
  // @ts-expect-error
  await estimateEvent.updateMany({ data: { kind: 'note' } })
  // @ts-expect-error
  await estimateEvent.upsert({ where: { id: 'x' }, create: {}, update: {} })
  // @ts-expect-error an event is never deleted
  await estimateEvent.delete({ where: { id: 'x' } })
  // @ts-expect-error
  await estimateEvent.deleteMany()
  const note = { id: 'x', estimateId: 'x', kind: 'note', at: new Date(), details: '{}' }
  // @ts-expect-error nothing is written along with an event
  await estimateEvent.create({ data: { ...note, estimate: {} } })
  // @ts-expect-error an estimate's method cannot reach its events
  await projectEstimate.update({ where: { id: 'x' }, data: { events: { deleteMany: {} } } })
}

// tests/database/transaction-writes.test.ts shows that no other table's methods reach events.
it('a transaction has no method that changes or deletes an event, an export or an entry of the audit log', async () => {
  await expect(test.database.transaction(changeEvents)).rejects.toThrow('estimateEvent.update is not a function')
  const tables = await test.database.transaction(
    async ({ estimateEvent, estimateExport, estimateExportBatch, auditEntry }) =>
      [estimateEvent, estimateExport, estimateExportBatch, auditEntry].map((table) => Object.keys(table)),
  )
  for (const names of tables) {
    expect(names.filter((name) => /update|upsert|delete/i.test(name))).toEqual([])
    expect(names).toContain('createMany')
  }
})

it('no handwritten statement writes an event, an export or an audit entry, except to add events, to delete old ones and to erase who is named', async () => {
  const folder = 'server/database'
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(20)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const writes = texts.flatMap(
    (text) =>
      text.match(
        /(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+(?:estimate_(?:events|exports|export_batches)|audit_entries)/gi,
      ) ?? [],
  )
  expect(writes.toSorted()).toEqual([
    'DELETE FROM audit_entries',
    'DELETE FROM estimate_exports',
    'INSERT INTO estimate_events',
    // Only erasures use these.
    ...Array(2).fill('UPDATE audit_entries'),
    ...Array(4).fill('UPDATE estimate_events'),
    'UPDATE estimate_exports',
  ])
})
