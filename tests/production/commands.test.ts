import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder('commands')
})
afterEach(() => folder.remove())

/** Runs the staff's command of the build. */
function staff(words: readonly string[], settings: Record<string, string>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings }
    execFile(process.execPath, [join(root, 'dist/server/staff.js'), ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const call = (origin: string, procedure: string, input: unknown) =>
  fetch(`${origin}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })

describe('npm run staff while a server runs', () => {
  const data = temporaryFolder('commands')
  const settings = { DATA_DIR: data.path }
  let server: ServerProcess
  beforeAll(async () => {
    await createStartedFolder(data.path)
    server = await startServer(settings)
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    data.remove()
  })

  it('invites a colleague on the same file; the link opens an account with the role', async () => {
    const { origin } = server
    const added = await staff(['add', 'Clerk@mail.example', '--role', 'staff', '--name', 'Ben Ito'], settings)
    expect(added).toMatchObject({ code: 0, stderr: '' })
    const token = /\/auth\/reset\?token=([\w-]{43})&purpose=invitation\n/.exec(added.stdout)?.[1]
    const password = 'plum tiles, warm grout'
    expect((await call(origin, 'auth.resetPassword', { token, password })).status).toBe(200)
    const answer = await call(origin, 'auth.signIn', { email: 'clerk@mail.example', password })
    expect(await answer.json()).toMatchObject({ result: { data: { user: { role: 'staff', name: 'Ben Ito' } } } })

    const [cookie = ''] = answer.headers.getSetCookie().map((header) => header.split(';')[0] ?? '')
    expect((await staff(['revoke', 'clerk@mail.example'], settings)).code).toBe(0)
    const session = await fetch(`${origin}/api/trpc/auth.session`, { headers: { cookie } })
    expect(await session.json()).toMatchObject({ result: { data: { user: null } } })
    expect((await staff(['list'], settings)).stdout).toBe('1 account without a role.\n')
  })
})

it('npm run staff runs without a server, and reports failures by exit code and message', async () => {
  const settings = { DATA_DIR: join(folder.path, 'data') }
  await createStartedFolder(settings.DATA_DIR)
  expect(await staff(['list'], settings)).toEqual({ code: 0, stdout: '0 accounts without a role.\n', stderr: '' })
  const nobody = await staff(['revoke', 'nobody@mail.example'], settings)
  expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'There is no account for nobody@mail.example.\n' })
  expect(await staff(['reset', 'nobody@mail.example'], settings)).toEqual(nobody)
  const unclear = await staff(['promote', 'nobody@mail.example'], settings)
  expect(unclear).toMatchObject({ code: 2, stdout: '' })
  expect(unclear.stderr).toContain('Usage:')
  const elsewhere = await staff(['list'], { DATA_DIR: folder.path })
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no database at ${folder.path}/app.db.`),
  })
  expect(readdirSync(folder.path)).toEqual(['data'])
  const wrongSetting = await staff(['list'], { ...settings, PORT: 'many' })
  expect(wrongSetting).toMatchObject({ code: 1, stderr: expect.stringContaining('PORT: expected') })
  const misspelt = await staff(['list'], { ...settings, POSTMARK_TOKEN: 'a-secret' })
  expect(misspelt).toMatchObject({
    code: 0,
    stderr: 'POSTMARK_TOKEN is no setting of this program. Did you mean POSTMARK_SERVER_TOKEN?\n',
  })
})

it('serves sample estimates with npm run demo, and leaves neither files nor changes behind', async () => {
  const ours = join(folder.path, 'ours.db')
  const settings = { DATABASE_URL: `file:${ours}`, DATA_DIR: folder.path, TMPDIR: folder.path }
  const demo = await startServer(settings, ['dist/server/demo.js'])
  const [, email = '', password = ''] = /as (\S+) with the password (\S+)/.exec(demo.output()) ?? []
  const answer = await call(demo.origin, 'auth.signIn', { email, password })
  expect(await answer.json()).toMatchObject({ result: { data: { user: { role: 'admin' } } } })
  expect(readdirSync(folder.path)).toHaveLength(1)
  expect(await demo.end('SIGTERM')).toBe(0)
  expect(readdirSync(folder.path)).toEqual([])
  expect(existsSync(ours)).toBe(false)
})
