import { spawn } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { freePort, type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: ReturnType<typeof temporaryFolder>
let data: string
let servers: ServerProcess[]

beforeEach(() => {
  folder = temporaryFolder('database-file')
  data = join(folder.path, 'data')
  mkdirSync(data)
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  folder.remove()
})

async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: data, ...trustLoopback, ...settings })
  servers.push(server)
  return server
}

/** Runs a program of the build that is to end by itself. */
async function run(words: readonly string[], settings: Record<string, string>) {
  const port = String(await freePort())
  const child = spawn(
    process.execPath,
    words.map((word, index) => (index === 0 ? join(root, 'dist/server', word) : word)),
    {
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: port, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 20_000)
  let stderr = ''
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearTimeout(giveUp)
  return { code, stderr }
}

const submit = (origin: string) =>
  fetch(`${origin}/api/trpc/estimates.submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify(estimateInput(newVisitor())),
  })

it('refuses a second server by any path to the file, and after the lock file was removed', async () => {
  await createStartedFolder(data)
  await start()
  const linked = join(folder.path, 'linked')
  symlinkSync(data, linked)
  const file = join(folder.path, 'file')
  mkdirSync(file)
  symlinkSync(join(data, 'app.db'), join(file, 'app.db'))
  const hard = join(folder.path, 'hard')
  mkdirSync(hard)
  linkSync(join(data, 'app.db'), join(hard, 'app.db'))
  for (const folderOf of [linked, file, `${data}/../data/.`, hard]) {
    const { code, stderr } = await run(['main.js'], { DATA_DIR: folderOf })
    expect([folderOf, code, stderr]).toEqual([folderOf, 1, expect.stringContaining('is in use by')])
  }
  rmSync(join(hard, 'app.db'))

  rmSync(join(data, 'app.db.lock'))
  const { code, stderr } = await run(['main.js'], { DATA_DIR: data })
  expect([code, stderr]).toEqual([1, expect.stringContaining('is in use by process')])
})

it('opens a file whose recorded owner was killed, although another process has its id', async () => {
  await createStartedFolder(data)
  const first = await start()
  await first.end('SIGKILL')
  writeFileSync(
    join(data, 'app.db.owner'),
    `process ${process.pid} on ${(await import('node:os')).hostname()} since now\n`,
  )
  const { origin } = await start()
  expect((await submit(origin)).status).toBe(200)
})

it('refuses an empty file beside a write-ahead log, and keeps the log', async () => {
  writeFileSync(join(data, 'app.db'), '')
  writeFileSync(join(data, 'app.db-wal'), 'what was written last')
  const { code, stderr } = await run(['main.js'], { DATA_DIR: data })
  expect([code, stderr]).toEqual([1, expect.stringContaining('Restore a backup')])
  expect(statSync(join(data, 'app.db-wal')).size).toBe(21)

  rmSync(join(data, 'app.db-wal'))
  const server = await start()
  expect(server.output()).toContain('the database file is empty')
})

it('creates files that only their owner can read', async () => {
  chmodSync(data, 0o755)
  const { origin } = await start()
  expect((await submit(origin)).status).toBe(200)
  const rights = () =>
    readdirSync(data, { recursive: true, encoding: 'utf8' })
      .map((name) => [name, statSync(join(data, name)).mode & 0o077] as const)
      .filter(([, others]) => others !== 0)
  expect(readdirSync(data)).toEqual(
    expect.arrayContaining(['app.db', 'app.db-wal', 'app.db-shm', 'app.db.lock', 'app.db.owner']),
  )
  expect(rights()).toEqual([])

  await servers[0]?.end('SIGKILL')
  for (const name of readdirSync(data)) if (name.startsWith('app.db')) chmodSync(join(data, name), 0o644)
  expect(rights()).not.toEqual([])
  await start()
  expect(rights()).toEqual([])
})

it('creates a database at its first start that only its owner can read, and none by npm run staff', async () => {
  const { code, stderr } = await run(['staff.js', 'list'], { DATA_DIR: data })
  expect([code, stderr, readdirSync(data)]).toEqual([1, expect.stringContaining('There is no database at'), []])
  await start()
  expect(readdirSync(data)).toContain('app.db')
  for (const name of readdirSync(data)) expect([name, statSync(join(data, name)).mode & 0o077]).toEqual([name, 0])
})
