import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { freePort, type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: ReturnType<typeof temporaryFolder>
let server: ServerProcess | undefined

beforeEach(() => {
  folder = temporaryFolder('ops')
  server = undefined
})
afterEach(async () => {
  await server?.end('SIGKILL')
  folder.remove()
})

/** Runs a command of the build in the test's folder. */
function ops(words: readonly string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings }
    const program = [join(root, 'dist/server/cli.js'), ...words]
    execFile(process.execPath, program, { env, cwd: folder.path }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const names = async (file: string) => {
  const rows = await queryDatabase<{ name: string }>(`file:${file}`, 'SELECT name FROM project_estimates ORDER BY id')
  return rows.map(({ name }) => name)
}

async function submit(name: string): Promise<void> {
  const response = await fetch(`${server?.origin}/api/trpc/estimates.submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(estimateInput({ name, email: `${name.toLowerCase()}@mail.example` })),
  })
  expect(response.status).toBe(200)
}

it('backs up a running server, verifies the file, and restores it once the server has stopped', async () => {
  const data = join(folder.path, 'data')
  const settings = { DATA_DIR: data }
  await createStartedFolder(data)
  server = await startServer(settings)
  await submit('Ada')
  const made = await ops(['backup', 'backups/', '--keep', '1'], settings)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('verified. It has 1 estimate, the newest of 20')
  const [name = ''] = readdirSync(join(folder.path, 'backups'))
  expect(readFileSync(join(data, 'last-backup'), 'utf8')).toContain(name)
  const backup = join(folder.path, 'backups', name)
  expect(name).toMatch(/^estimates-20\S+Z\.db$/)
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  const verified = await ops(['verify', backup])
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(verified.stdout).toMatch(/project_estimates +1 row\n/)

  await submit('Bo')
  const early = await ops(['restore', backup, '--force'], settings)
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') })
  await server.end('SIGTERM')
  const careful = await ops(['restore', backup], settings)
  expect(careful).toMatchObject({ code: 1, stderr: expect.stringContaining('add --force') })
  const restored = await ops(['restore', backup, '--force'], settings)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const [, previousPath = ''] = /The former database is (\S+)/.exec(restored.stdout) ?? []
  expect([await names(join(data, 'app.db')), await names(previousPath)]).toEqual([['Ada'], ['Ada', 'Bo']])
  server = await startServer(settings)
  await submit('Cy')
})

it('examines an installation, and ends with 1 when something is broken', async () => {
  const port = String(await freePort())
  const settings = { DATA_DIR: join(folder.path, 'data'), PORT: port, HOST: '127.0.0.1' }
  const well = await ops(['doctor'], settings)
  expect(well).toMatchObject({ code: 0, stderr: '' })
  expect(well.stdout).toContain('✓ database: There is none at')
  expect(readdirSync(folder.path)).toEqual([])
  const ill = await ops(['doctor'], { ...settings, APP_ORIGIN: 'https://www.example.com' })
  expect(ill).toMatchObject({ code: 1, stderr: 'One thing is broken.\n' })
  expect(ill.stdout).toMatch(/^✗ proxy: .* Set TRUST_PROXY to /m)
})

it('ends with 2 and explains itself when it is used wrongly, and helps when it is asked', async () => {
  const help = await ops(['--help'])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  for (const command of ['backup', 'verify', 'restore', 'doctor', 'staff'])
    expect(help.stdout).toContain(`\n  ${command} `)
  expect(help.stdout).toContain('Exit codes: 0 done, 1 failed, 2 wrong arguments.')
  for (const words of [
    [],
    ['repair'],
    ['backup'],
    ['backup', 'file.db', '--keep', '2'],
    ['backup', 'd/', '--keep', '0'],
  ]) {
    const { code, stdout, stderr } = await ops(words)
    expect([words, code, stdout]).toEqual([words, 2, ''])
    expect(stderr).toContain('Usage: ops')
  }
  const onServer = await ops(['backup', 'file.db'], { DATABASE_URL: 'postgresql://app@127.0.0.1/site' })
  expect(onServer).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('pg_dump') })
  expect(readdirSync(folder.path)).toEqual([])
})

it('manages the staff as npm run staff does', async () => {
  const settings = { DATA_DIR: join(folder.path, 'data') }
  await createStartedFolder(settings.DATA_DIR)
  expect((await ops(['staff', 'add', 'ada@mail.example', '--role', 'admin'], settings)).code).toBe(0)
  expect((await ops(['staff', 'list'], settings)).stdout).toContain('ada@mail.example')
})
