import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeTestFile, storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()

const read = async (procedure: string, input: unknown) => {
  const url = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await site.server.app.inject({ url, headers: site.staff.headers })).json().result.data
}

/** Stores an estimate with photos that were added in another order than that of their ids, and with a PDF. */
async function storeWithPhotos(columns: Parameters<typeof storeEstimate>[1] = {}) {
  const { server } = site
  const estimateId = await storeEstimate(server, columns)
  const ids = [crypto.randomUUID(), crypto.randomUUID()].toSorted().toReversed()
  await server.database.transaction(async (transaction) => {
    for (const [index, id] of ids.entries()) {
      const createdAt = new Date(server.clock.now().getTime() + index)
      await storeTestPhoto(transaction, { id, estimateId, createdAt, width: 1920 + index, height: 2560 })
    }
    const stored = { id: crypto.randomUUID(), estimateId, createdAt: server.clock.now() }
    await storeTestFile(transaction, { ...stored, bytes: new Uint8Array(1) })
  })
  return { estimateId, ids }
}

test('the page of a request has its photos in the order in which they were added, without its PDFs', async () => {
  const { estimateId, ids } = await storeWithPhotos()
  expect((await read('estimates.get', { id: estimateId })).photos).toEqual([
    { id: ids[0], width: 1920, height: 2560 },
    { id: ids[1], width: 1921, height: 2560 },
  ])
})

test('the list counts the photos of each request, also of those in quarantine', async () => {
  await storeEstimate(site.server)
  await storeWithPhotos()
  await storeWithPhotos({ quarantinedAt: site.server.clock.now(), quarantineReasons: 'decoy', dueAt: null })
  const counts = async (input: object) =>
    (await read('estimates.list', input)).items.map(({ photos }: { photos: number }) => photos)
  expect((await counts({})).toSorted()).toEqual([0, 2])
  expect(await counts({ spam: 'quarantined' })).toEqual([2])
})

test('photos that wait for their request are in no list', async () => {
  const { server } = site
  await server.database.transaction((transaction) =>
    storeTestPhoto(transaction, { requestKey: crypto.randomUUID(), createdAt: server.clock.now() }),
  )
  const id = await storeEstimate(server, { createdAt: new Date(server.clock.now().getTime() - dayMs) })
  const { items } = await read('estimates.list', {})
  expect(items.map(({ photos }: { photos: number }) => photos)).not.toContain(1)
  expect((await read('estimates.get', { id })).photos).toEqual([])
})
