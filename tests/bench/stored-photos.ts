import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { runOps } from '#tests/drills/harness/ops.ts'
import { installedPostgresql } from '#tests/support/database/installed-postgresql.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { storeTestFile } from '#tests/support/estimates/store-file.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { p95, rounded, timeOf } from './figures.ts'
import { options } from './options.ts'

const storedPhotos = options.rows ?? 20_000
const perRequest = 4
const perTransaction = 20
/** In bytes: what photos of rooms come to, in both sizes. */
const size = { bytes: 450_000, small: 35_000 }
const times = 50

const exec = promisify(execFile)

async function storePhotos(url: string): Promise<void> {
  const requests = Math.ceil(storedPhotos / perRequest)
  await insertManyEstimates(url, requests, new Date(Date.now() - requests * 1_000))
  const estimates = await queryDatabase<{ id: string }>(url, 'SELECT id FROM project_estimates')
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  const createdAt = new Date()
  for (let stored = 0; stored < storedPhotos; stored += perTransaction)
    await database.transaction(async (transaction) => {
      for (let each = stored; each < Math.min(stored + perTransaction, storedPhotos); each++)
        await storeTestFile(transaction, {
          ...{ id: randomUUID(), estimateId: estimates[Math.floor(each / perRequest)]?.id ?? '', type: 'image/jpeg' },
          ...{ width: 2560, height: 1920, createdAt },
          // Like JPEGs, they cannot be compressed.
          bytes: new Uint8Array(randomBytes(size.bytes)),
          small: new Uint8Array(randomBytes(size.small)),
        })
    })
  await database.close()
}

type Copy = { readonly megabytes: number; readonly backupMs: number; readonly restoreMs: number }

async function copySqlite(url: string, folder: string): Promise<Copy> {
  const file = join(folder, 'backup.db')
  const dist = join(process.cwd(), 'dist')
  const backupMs = await runOps(dist, ['backup', file], { DATABASE_URL: url })
  const restored = { DATABASE_URL: `file:${join(folder, 'restored.db')}`, DATA_DIR: folder }
  const restoreMs = await runOps(dist, ['restore', file], restored)
  return { megabytes: statSync(sqlitePath(url)).size / 1e6, backupMs, restoreMs }
}

async function copyPostgresql(url: string, folder: string, engine: Engine): Promise<Copy> {
  const bin = installedPostgresql()
  if (!bin) throw new Error('This needs pg_dump and pg_restore.')
  const file = join(folder, 'backup.dump')
  const own = ['--no-owner', '--no-privileges']
  const backupMs = await timeOf(() => exec(join(bin, 'pg_dump'), ['--format=custom', ...own, `--file=${file}`, url]))
  const target = await engine.emptyDatabase()
  const restoreMs = await timeOf(() =>
    exec(join(bin, 'pg_restore'), [...own, '--exit-on-error', '--single-transaction', `--dbname=${target}`, file]),
  )
  const [row] = await queryDatabase<{ bytes: string }>(url, 'SELECT pg_database_size(current_database()) AS bytes')
  await engine.dropDatabase(target)
  return { megabytes: Number(row?.bytes) / 1e6, backupMs, restoreMs }
}

async function measure(engine: Engine): Promise<void> {
  const url = await engine.newDatabase()
  await storePhotos(url)
  const { cookie } = await insertSignedIn(url, { role: 'staff' })
  let server = await startOn(product, url)
  await server.end('SIGTERM')
  const startMs = await timeOf(async () => {
    server = await startOn(product, url)
  })
  const ask = async (path: string) => {
    const answer = await fetch(`${server.origin}${path}`, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} got ${answer.status}`)
  }
  const photos = await queryDatabase<{ id: string }>(url, 'SELECT id FROM stored_files LIMIT 200')
  const photo = () => photos[Math.floor(Math.random() * photos.length)]?.id
  const page = `/api/trpc/estimates.list?input=${encodeURIComponent(JSON.stringify({ limit: 25 }))}`
  const figures = {
    'start (s)': rounded(startMs / 1000, 2),
    'first page of the list, p95 (ms)': rounded(await p95(times, () => ask(page))),
    'small photo, p95 (ms)': rounded(await p95(times, () => ask(`/api/photos/${photo()}/small`)), 1),
    'large photo, p95 (ms)': rounded(await p95(times, () => ask(`/api/photos/${photo()}/large`)), 1),
  }
  await server.end('SIGTERM')
  const folder = temporaryFolder('bench-copies')
  const copy = engine.name === 'SQLite' ? copySqlite(url, folder.path) : copyPostgresql(url, folder.path, engine)
  const { megabytes, backupMs, restoreMs } = await copy.finally(folder.remove)
  console.log(`\n${engine.name}: ${storedPhotos} photos of ${storedPhotos / perRequest} requests`)
  console.table({
    ...figures,
    'database (GB)': rounded(megabytes / 1000, 1),
    'backup (s)': rounded(backupMs / 1000),
    'restore (s)': rounded(restoreMs / 1000),
  })
}

/** What many photos cost: copies, start, list and the photos themselves, on both engines. */
export async function benchStoredPhotos(): Promise<void> {
  // Its programs make and restore the copies.
  await onEachEngine(measure, installedPostgresql())
}
