import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { watchPace } from '#tests/drills/harness/pace.ts'
import { isReachableByAll, unprivilegedAccount } from '#tests/support/database/postgresql-server.ts'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { FakeSmtp, smtpPassword } from '#tests/support/server/fake-smtp.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const pace = watchPace()
afterAll(() => pace.stop())

/** Fails unless the server ended within five seconds of an idle machine, since `stoppedAt`. */
function expectPromptEnd(stoppedAt: number): void {
  const seconds = (performance.now() - stoppedAt) / 1_000
  expect(seconds).toBeLessThan(5 * Math.min(1.5, pace.slownessSince(stoppedAt)))
}

let folder: ReturnType<typeof temporaryFolder>
let servers: ServerProcess[]

async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  await createStartedFolder(folder.path)
  const server = await startServer({ DATA_DIR: folder.path, ...trustLoopback, ...settings })
  servers.push(server)
  return server
}

/** Runs the server until it ends by itself. */
function run(settings: Record<string, string>, cwd = root, account?: { uid: number; gid: number }) {
  return new Promise<{ code: number | null; stderr: string; seconds: number }>((resolve) => {
    const begun = performance.now()
    const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
      cwd,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...account,
    })
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    child.once('exit', (code) => resolve({ code, stderr, seconds: (performance.now() - begun) / 1000 }))
  })
}

const submit = (origin: string, overrides = {}) =>
  fetch(`${origin}/api/trpc/estimates.submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify(estimateInput({ ...newVisitor(), ...overrides })),
  })

describe('a server that goes on', () => {
  let server: ServerProcess
  beforeAll(async () => {
    folder = temporaryFolder('production')
    await createStartedFolder(folder.path)
    server = await startServer({ DATA_DIR: folder.path, ...trustLoopback })
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    folder.remove()
  })

  it('stores an estimate in its table and columns, and writes the two emails to files', async () => {
    const answer = await submit(server.origin, { name: 'Ada Romero', email: 'ada.romero@example.com', urgent: true })
    expect(answer.status).toBe(200)
    const { reference } = ((await answer.json()) as { result: { data: { reference: string } } }).result.data

    const database = openConnection(join(folder.path, 'app.db'), { readonly: true })
    expect(database.prepare('SELECT * FROM project_estimates').get()).toMatchObject({
      reference,
      name: 'Ada Romero',
      email: 'ada.romero@example.com',
      project_type: 'kitchen-remodel',
      square_footage: 1250,
      urgent: 1,
      status: 'new',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    })
    const sent = database.prepare("SELECT count(*) AS count FROM outbox_messages WHERE state = 'sent'")
    await expect.poll(() => sent.get(), { timeout: 10_000 }).toEqual({ count: 2 })
    database.close()
  })
})

describe('a server of its own', () => {
  beforeEach(() => {
    folder = temporaryFolder('production')
    servers = []
  })
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    folder.remove()
  })

  it('sends emails through the mail server of MAIL_URL, and promises visitors an email', async () => {
    const mailServer = await FakeSmtp.start()
    const { origin, output } = await start({ MAIL_URL: mailServer.url() })
    expect((await submit(origin, { email: 'ada.romero@example.com' })).status).toBe(200)
    await expect.poll(() => mailServer.accepted.length, { timeout: 10_000 }).toBe(2)
    expect(mailServer.accepted.flatMap(({ to }) => to)).toContain('ada.romero@example.com')
    expect(await (await fetch(origin)).text()).not.toContain('data-mail="files"')

    // A server that answers no more gets no more connections than its account may have.
    mailServer.script = { message: 'hang' }
    for (const name of ['Bo', 'Cy', 'Di']) expect((await submit(origin, { name })).status).toBe(200)
    await expect.poll(() => mailServer.commands.filter((command) => command === 'DATA').length).toBe(4)
    await setTimeout(500)
    expect(mailServer.mostOpen).toBeLessThanOrEqual(3)
    expect(output()).not.toContain(encodeURIComponent(smtpPassword))
    await mailServer.close()
  })

  it('reports every invalid setting at once without secrets and ends with code 1', async () => {
    const { code, stderr } = await run({
      PORT: 'eighty',
      APP_ORIGIN: 'example.com',
      DATABASE_URL: 'mysql://root:hunter2@localhost/x',
      POSTMARK_SERVER_TOKEN: 'not a token',
    })
    expect(code).toBe(1)
    for (const name of ['PORT', 'APP_ORIGIN', 'DATABASE_URL', 'POSTMARK_SERVER_TOKEN'])
      expect(stderr).toContain(`${name}: expected`)
    expect(stderr).not.toMatch(/hunter2|not a token|\n\s+at /)
  })

  const account = unprivilegedAccount()
  const canRun = !account || [root, process.execPath].every(isReachableByAll)
  it.runIf(canRun)('names a file beside the database that another account has left, and its owner', async () => {
    const lock = join(folder.path, 'app.db.lock')
    writeFileSync(lock, '', { mode: 0 })
    if (account) chownSync(folder.path, account.uid, account.gid)
    const { code, stderr } = await run({ DATA_DIR: folder.path }, root, account)
    expect(code).toBe(1)
    expect(stderr).toContain(`may not use ${lock}, which belongs to the user id ${process.getuid?.()}. `)
  })

  it('reads an .env file, which the environment overrides', async () => {
    const working = join(folder.path, 'working')
    mkdirSync(working)
    // Some editors begin a file with a byte order mark.
    writeFileSync(join(working, '.env'), '\ufeffLOG_LEVEL=loud\nPORT=99999\n')
    const { stderr } = await run({ PORT: 'from-the-environment' }, working)
    expect(stderr).toContain('LOG_LEVEL: expected')
    expect(stderr).toContain('PORT: expected')
    writeFileSync(join(working, '.env'), Buffer.from('\ufeffLOG_LEVEL=warn\n', 'utf16le'))
    expect((await run({}, working)).stderr).toContain('.env: expected UTF-8')
  })

  it('stops within five seconds while clients send and hold connections open, and finishes requests that had begun', async () => {
    const server = await start()
    const agent = new Agent({ keepAlive: true })
    const statuses: (number | string | undefined)[] = []
    let sends = true
    // So many clients wait for one answer each that a slow machine has no backlog to finish.
    const load = Array.from({ length: 20 }, async () => {
      while (sends) {
        statuses.push(await openRequest(server.origin, agent).finish())
        await setTimeout(5)
      }
    })
    await expect.poll(() => statuses.length).toBeGreaterThan(50)
    const begun = Array.from({ length: 20 }, () => openRequest(server.origin))
    await Promise.all(begun.map((request) => request.taken))

    const stopping = performance.now()
    const ended = server.end('SIGTERM')
    const answers = await Promise.all(begun.map((request) => request.finish()))
    expect(answers).toEqual(begun.map(() => 200))
    expect(await ended).toBe(0)
    expectPromptEnd(stopping)

    sends = false
    await Promise.all(load)
    const stored = [...answers, ...statuses].filter((status) => status === 200).length
    agent.destroy()
    const database = openConnection(join(folder.path, 'app.db'), { readonly: true })
    const { count } = database.prepare('SELECT count(*) AS count FROM project_estimates').get() as { count: number }
    database.close()
    expect(count).toBe(stored)
  })

  it.runIf(process.platform === 'linux')('answers and stops while its log is on a full disk', async () => {
    await createStartedFolder(folder.path)
    const full = openSync('/dev/full', 'w')
    const settings = { DATA_DIR: folder.path, LOG_LEVEL: 'info', ...trustLoopback }
    const server = await startServer(settings, undefined, full)
    servers.push(server)
    closeSync(full)
    for (let times = 0; times < 20; times += 1) expect((await submit(server.origin)).status).toBe(200)
    const stopping = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expectPromptEnd(stopping)
  })

  it('ends at once with code 1 at a second signal', async () => {
    const server = await start()
    const held = openRequest(server.origin)
    await held.taken
    const ended = server.end('SIGTERM')
    await expect.poll(() => fetch(server.origin).catch(() => 'refused')).toBe('refused')
    const second = performance.now()
    server.process.kill('SIGTERM')
    expect(await ended).toBe(1)
    expect(performance.now() - second).toBeLessThan(1_000)
    await held.finish()
  })
})

/**
 * Begins to post a request. `taken` resolves when the server has read its headers and asks for the body, which `finish`
 * sends; that resolves with the status, or with the code of what went wrong.
 */
function openRequest(origin: string, agent?: Agent) {
  const body = JSON.stringify(estimateInput({ requestKey: randomUUID(), ...newVisitor() }))
  const request = httpRequest(`${origin}/api/trpc/estimates.submit`, {
    ...(agent ? { agent } : {}),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
      ...fromElsewhere(),
    },
  })
  const status = new Promise<number | string | undefined>((resolve) => {
    request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
    // The request was not taken in: the server had stopped listening, or closed the kept connection before it came.
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  const taken = new Promise<void>((resolve) => request.on('continue', () => resolve()))
  request.flushHeaders()
  return {
    taken,
    finish() {
      request.end(body)
      return status
    },
  }
}
