import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepAssets } from '#server/site/earlier-assets.ts'
import { outsideText, script } from '#tests/support/server/client-files.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const hourMs = 60 * 60 * 1000

let place: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  place = temporaryFolder('earlier-assets')
})
afterEach(() => place.remove())

const replacement = '/assets/entry-N2e3w4.js'

/** A server of a build whose script has another name, with the data folder of this test. */
function startNextBuild(): Promise<TestApp> {
  return createTestApp({
    settings: { DATA_DIR: place.path },
    async addClientFiles(clientDir) {
      for (const ending of ['', '.br', '.gz'])
        await rename(join(clientDir, `${script.path}${ending}`), join(clientDir, `${replacement}${ending}`))
    },
  })
}

test('a build serves the assets of the one before, as it served them', async () => {
  const before = await createTestApp({ settings: { DATA_DIR: place.path } })
  const asked = { url: script.path, headers: { 'accept-encoding': 'br' } }
  const once = await before.app.inject(asked)
  await before.dispose()

  const server = await startNextBuild()
  expect((await server.app.inject(replacement)).statusCode).toBe(200)
  const again = await server.app.inject(asked)
  expect(again.statusCode).toBe(200)
  expect(brotliDecompressSync(again.rawPayload).toString()).toBe(script.text)
  for (const name of ['content-type', 'content-encoding', 'cache-control', 'vary', 'x-content-type-options'])
    expect([name, again.headers[name]]).toEqual([name, once.headers[name]])
  expect((await server.app.inject(script.path)).body).toBe(script.text)
  await server.dispose()
})

test('processes that share the folder serve the assets of each other', async () => {
  const one = await createTestApp({ settings: { DATA_DIR: place.path } })
  const other = await startNextBuild()
  const status = async (server: TestApp, url: string) => (await server.app.inject(url)).statusCode
  await expect.poll(() => status(one, replacement)).toBe(200)
  await expect.poll(() => status(other, script.path)).toBe(200)
  await one.dispose()
  await other.dispose()
})

test('B15 nothing else of the data folder is served', async () => {
  await mkdir(join(place.path, 'assets/folder'), { recursive: true })
  for (const name of ['app.db', 'assets/.hidden.js', 'assets/kept.js.map', 'assets/folder/inner.js'])
    await writeFile(join(place.path, name), outsideText)
  const server = await startNextBuild()
  for (const name of ['.hidden.js', 'kept.js.map', 'kept.js.br', 'folder', 'folder/', 'folder/inner.js'])
    expect([name, (await server.app.inject(`/assets/${name}`)).statusCode]).toEqual([name, 404])
  for (const name of ['../app.db', '..%2fapp.db', '%2e%2e/app.db', '.', '..', '..%5capp.db', 'a%00.js']) {
    const { statusCode, body } = await server.app.inject(`/assets/${name}`)
    expect([name, statusCode < 500, body.includes(outsideText)]).toEqual([name, true, false])
  }
  await server.dispose()
})

test('a folder that cannot be written stops nothing', async () => {
  await writeFile(join(place.path, 'assets'), 'a file in its place')
  const server = await startNextBuild()
  expect((await server.app.inject(replacement)).statusCode).toBe(200)
  expect((await server.app.inject(script.path)).statusCode).toBe(404)
  await expect.poll(() => server.log()).toContain('the assets were not kept')
  await server.dispose()
})

test('assets stay for a day after their release was last in use, and no longer', async () => {
  const [old, next, earlierDir] = ['old', 'next', 'kept'].map((name) => join(place.path, name)) as [
    string,
    string,
    string,
  ]
  for (const [folder, name] of [
    [old, 'page-1.js'],
    [old, 'shared.js'],
    [next, 'page-2.js'],
    [next, 'shared.js'],
  ] as const) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), name)
  }
  await writeFile(join(old, '.hidden'), outsideText)
  const start = Date.now()
  const kept = () => readdirSync(earlierDir).sort()
  const keep = (assetsDir: string, hours: number) =>
    keepAssets({ assetsDir, earlierDir }, new Date(start + hours * hourMs))

  await keep(old, 0)
  await keep(old, 100)
  expect(kept()).toEqual(['page-1.js', 'shared.js'])
  await keep(next, 100)
  await keep(next, 124)
  expect(kept()).toEqual(['page-1.js', 'page-2.js', 'shared.js'])
  await keep(next, 126)
  expect(kept()).toEqual(['page-2.js', 'shared.js'])
})

test('a copy that a power cut left empty is made again, and more than 128 MB are not kept', async () => {
  const [assetsDir, earlierDir] = [join(place.path, 'built'), join(place.path, 'kept')]
  await mkdir(assetsDir)
  await mkdir(earlierDir)
  await writeFile(join(assetsDir, 'page.js'), 'built')
  await writeFile(join(earlierDir, 'page.js'), '')
  const now = new Date()
  for (const [name, minutes] of [
    ['newest.js', 1],
    ['older.js', 2],
    ['oldest.js', 3],
  ] as const) {
    await writeFile(join(earlierDir, name), '')
    await truncate(join(earlierDir, name), 60 * 2 ** 20)
    const time = new Date(now.getTime() - minutes * 60_000)
    await utimes(join(earlierDir, name), time, time)
  }
  await keepAssets({ assetsDir, earlierDir }, now)
  expect((await stat(join(earlierDir, 'page.js'))).size).toBe('built'.length)
  expect(readdirSync(earlierDir).sort()).toEqual(['newest.js', 'older.js', 'page.js'])
})

test('without a build, as in development, nothing is kept', async () => {
  const earlierDir = join(place.path, 'kept')
  await keepAssets({ assetsDir: join(place.path, 'none'), earlierDir }, new Date())
  expect(existsSync(earlierDir)).toBe(false)
})
