import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkDisk } from '#server/cli/doctor/check-folder.ts'
import { diagnose } from '#server/cli/doctor/diagnose.ts'
import { parseConfig } from '#server/config.ts'
import type { Finding } from '#server/database/finding.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { FakeSmtp, otherAddress, type SmtpScript, smtpPassword } from '#tests/support/server/fake-smtp.ts'
import { freePort, temporaryFolder } from '#tests/support/server/server-process.ts'

/** Postmark's response about a token's server. */
type Account = { readonly token: string; deliveryType: 'Live' | 'Sandbox'; clockOffsetMs: number }

const template = temporaryFolder('doctor-template')
const account: Account = { token: 'a-token', deliveryType: 'Live', clockOffsetMs: 0 }
let postmark: Server
let origin: string
let unusedPort: number
let folder: ReturnType<typeof temporaryFolder>
let data: string

beforeAll(async () => {
  migrateSqlite(join(template.path, 'app.db'), silentLog)
  postmark = createServer((request, response) => {
    response.setHeader('date', new Date(Date.now() + account.clockOffsetMs).toUTCString())
    const isKnown = request.headers['x-postmark-server-token'] === account.token
    const body = isKnown
      ? { ID: 1, Name: 'Website', DeliveryType: account.deliveryType }
      : { ErrorCode: 10, Message: 'Bad or missing API token' }
    response.writeHead(request.url === '/server' ? (isKnown ? 200 : 401) : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => postmark.listen(0, '127.0.0.1', resolve))
  const address = postmark.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  unusedPort = await freePort()
})
afterAll(async () => {
  await new Promise((resolve) => postmark.close(resolve))
  template.remove()
})
beforeEach(() => {
  Object.assign(account, { deliveryType: 'Live', clockOffsetMs: 0 })
  folder = temporaryFolder('doctor')
  data = join(folder.path, 'data')
  mkdirSync(data, { mode: 0o700 })
  copyFileSync(join(template.path, 'app.db'), join(data, 'app.db'))
  chmodSync(join(data, 'app.db'), 0o600)
})
afterEach(() => folder.remove())

function examine(settings: Record<string, string> = {}, nodeVersion = '24.0.0'): Promise<Finding[]> {
  const environment = {
    DATA_DIR: data,
    PORT: String(unusedPort),
    HOST: '127.0.0.1',
    APP_ORIGIN: 'https://www.builders.nyc',
    TRUST_PROXY: '127.0.0.1',
    POSTMARK_SERVER_TOKEN: account.token,
    POSTMARK_API_ORIGIN: origin,
    MAIL_FROM: 'hello@builders.nyc',
    STAFF_INBOX: 'office@builders.nyc',
    ...settings,
  }
  return diagnose(() => parseConfig(environment, folder.path), join(folder.path, '.env'), nodeVersion)
}

const brokenOnes = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'broken')

it('finds nothing broken in an installation that is set up well', async () => {
  const findings = await examine()
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([
    { about: 'server', state: 'unknown', text: `None runs at http://127.0.0.1:${unusedPort}.` },
  ])
  const checked = [
    ...['Node.js', 'settings', 'proxy', 'data folder', 'disk', 'file rights', 'database', 'migrations', 'secrets key'],
    ...['email', 'clock'],
  ]
  expect(findings.map(({ about }) => about)).toEqual([...checked, 'server'])
})

it('finds nothing broken before the first start, and creates no database', async () => {
  const fresh = join(folder.path, 'fresh')
  const findings = await examine({ DATA_DIR: fresh })
  expect(brokenOnes(findings)).toEqual([])
  expect(findings).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('the first start creates it') }),
  )
})

type Case = [what: string, cure: string, settings: Record<string, string>, breakIt?: () => void]

const cases: Case[] = [
  ['a setting that cannot be read', 'Correct it in the environment or in .env', { PORT: 'many' }],
  [
    'a settings file that others can read',
    'Run: chmod 600',
    {},
    () => writeFileSync(join(folder.path, '.env'), '', { mode: 0o644 }),
  ],
  [
    'a data folder that is a file',
    'Set DATA_DIR to a folder',
    {},
    () => {
      data = join(folder.path, 'file')
      writeFileSync(data, '')
    },
  ],
  ['a data folder that everyone can write to', 'Run: chmod 700', {}, () => chmodSync(data, 0o777)],
  ['a database that others can read', 'Run: chmod 600', {}, () => chmodSync(join(data, 'app.db'), 0o644)],
  [
    'a damaged database',
    'restore the newest backup',
    {},
    () => writeFileSync(join(data, 'app.db'), 'x'.repeat(5_000), { mode: 0o600 }),
  ],
  [
    'an empty database beside a full log',
    'Restore the newest backup',
    {},
    () => {
      writeFileSync(join(data, 'app.db'), '')
      writeFileSync(join(data, 'app.db-wal'), 'the latest writes', { mode: 0o600 })
    },
  ],
  [
    'a database of a newer version',
    'Start the version that made it',
    {},
    () => change("UPDATE _prisma_migrations SET migration_name = '20990101000000_later' WHERE rowid = 1"),
  ],
  [
    'https without a trusted proxy',
    'Set TRUST_PROXY to the address from which the proxy connects',
    { TRUST_PROXY: '' },
  ],
  [
    'a proxy setting that trusts everyone',
    'Name only the address from which your proxy connects',
    { TRUST_PROXY: '0.0.0.0/0' },
  ],
  ['a public address without TLS', 'Put a proxy with TLS in front', { APP_ORIGIN: 'http://www.builders.nyc' }],
  ['a token that Postmark refuses', 'Copy the API token of the server', { POSTMARK_SERVER_TOKEN: 'another' }],
  [
    'a Postmark server that delivers nothing',
    'Create a live server',
    {},
    () => {
      account.deliveryType = 'Sandbox'
    },
  ],
  [
    'a clock that is wrong',
    'Switch on time synchronization',
    {},
    () => {
      account.clockOffsetMs = 10 * 60_000
    },
  ],
  [
    'a sender that is the sample',
    'Set MAIL_FROM to an address of yours',
    { MAIL_FROM: 'hello@fiveboroughbuilders.example' },
  ],
]

function change(sql: string): void {
  const connection = openConnection(join(data, 'app.db'))
  connection.exec(sql)
  connection.close()
}

it.each<Case>(cases)('%s: %s', async (_what, cure, settings, breakIt) => {
  breakIt?.()
  const found = brokenOnes(await examine({ ...settings, DATA_DIR: data }))
  expect(found.map((finding) => finding.cure)).toEqual([expect.stringContaining(cure)])
  expect(found[0]?.text).toMatch(/\.$/)
})

it('a Postmark that cannot be reached: allow connections', async () => {
  const port = await freePort()
  const [found] = brokenOnes(await examine({ POSTMARK_API_ORIGIN: `http://127.0.0.1:${port}` }))
  expect(found?.cure).toContain('Allow connections to that address')
})

it('a database that another program keeps locked: end that program', async () => {
  const other = openConnection(join(data, 'app.db'))
  other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE')
  const found = brokenOnes(await examine())
  other.exec('ROLLBACK')
  other.close()
  expect(found.map(({ cure }) => cure)).toEqual([expect.stringContaining('End that program')])
})

it('a full disk: delete or enlarge', () => {
  expect(checkDisk(data, Number.MAX_SAFE_INTEGER)).toMatchObject({
    state: 'broken',
    cure: expect.stringContaining('enlarge the disk'),
  })
})

it('doctor names the cure of another program on the port: stop that one', async () => {
  const { port } = new URL(origin)
  expect(brokenOnes(await examine({ PORT: port }))).toMatchObject([{ cure: expect.stringContaining('Stop that one') }])
})

it.each([
  ['a misspelled setting', { POSTMARK_TOKEN: 'x' }, 'Correct or remove it.'],
  ['a port that is open past the proxy', { HOST: '0.0.0.0' }, 'Set HOST=127.0.0.1'],
  ['emails that go to files', { POSTMARK_SERVER_TOKEN: '' }, 'Open a Postmark account'],
])('%s, as a warning', async (_what, settings, cure) => {
  const findings = await examine(settings)
  expect(brokenOnes(findings)).toEqual([])
  expect(findings.filter(({ state }) => state === 'warning').map((finding) => finding.cure)).toEqual([
    expect.stringContaining(cure),
  ])
})

it.each([
  ['20.20.0', [{ about: 'Node.js', cure: 'Install Node.js 24, then run npm ci again.' }]],
  ['22.0.0', []],
])('Node.js %s, as a warning if it has no support', async (version, warnings) => {
  const findings = await examine({}, version)
  expect(brokenOnes(findings)).toEqual([])
  expect(findings.filter(({ state }) => state === 'warning')).toMatchObject(warnings)
})

it('a schema of an older version, as a warning', async () => {
  change('DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)')
  const warnings = (await examine()).filter(({ state }) => state === 'warning')
  expect(warnings).toMatchObject([{ about: 'migrations', cure: 'Start the server, which applies them.' }])
})

describe('a mail account', () => {
  let plain: FakeSmtp
  let secure: FakeSmtp
  const withMailUrl = async (url: string, script: SmtpScript = {}) => {
    for (const server of [plain, secure]) server.script = script
    const findings = await examine({ POSTMARK_SERVER_TOKEN: '', MAIL_URL: url })
    expect(JSON.stringify(findings)).not.toContain(encodeURIComponent(smtpPassword))
    expect(JSON.stringify(findings)).not.toContain(smtpPassword)
    return findings
  }

  beforeAll(async () => {
    plain = await FakeSmtp.start()
    secure = await FakeSmtp.start({ secure: true, name: otherAddress })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    plain.reset()
    secure.reset()
  })
  afterAll(async () => {
    await plain.close()
    await secure.close()
  })

  it('is greeted and signed in to, with TLS, and gets no email', async () => {
    secure.trust()
    const findings = await withMailUrl(secure.url(otherAddress))
    expect(brokenOnes(findings)).toEqual([])
    expect(findings).toContainEqual({
      about: 'email',
      state: 'ok',
      text: `The mail server ${otherAddress}:${secure.port} accepts the user and password of MAIL_URL with TLS.`,
    })
    await expect.poll(() => secure.commands).toEqual(['EHLO', 'AUTH', 'QUIT'])
    expect(secure.lines.every(({ encrypted }) => encrypted)).toBe(true)
  })

  it('on this machine needs no TLS and no user', async () => {
    const findings = await withMailUrl(`smtp://127.0.0.1:${plain.port}`)
    expect(findings).toContainEqual(
      expect.objectContaining({
        state: 'ok',
        text: expect.stringContaining('connections without TLS, on this machine'),
      }),
    )
  })

  it.each<[what: string, text: string, cure: string, url: () => string, script?: SmtpScript, trusted?: boolean]>([
    [
      'a wrong password',
      'refuses the user or password of MAIL_URL (535 5.7.8)',
      'app password',
      () => plain.url(),
      { AUTH: '535 5.7.8 Bad' },
    ],
    ['a missing app password', '(534 5.7.9)', 'app password', () => plain.url(), { AUTH: '534 5.7.9 Needed' }],
    [
      'a sign-in that fails for now',
      'for now (454 4.7.0)',
      'Try again later',
      () => plain.url(),
      { AUTH: '454 4.7.0 Later' },
    ],
    [
      'an unknown certificate',
      'an authority that is not known here (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'NODE_EXTRA_CA_CERTS',
      () => secure.url(otherAddress),
    ],
    [
      'a certificate for another name',
      'a certificate for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
      'the name in the certificate',
      () => secure.url(),
      {},
      true,
    ],
    ['no STARTTLS', 'offers no STARTTLS (502 5.5.1)', 'Write smtps://', () => plain.url(otherAddress)],
    [
      'smtps:// for a port of STARTTLS',
      'does not begin with TLS',
      'Write smtp://',
      () => plain.url().replace('smtp', 'smtps'),
    ],
    ['nobody there', '(ECONNREFUSED)', 'correct the host and port', () => `smtp://127.0.0.1:${unusedPort}`],
    ['an unknown host', 'cannot be reached (', 'correct the host and port', () => 'smtp://mail.invalid:587'],
    [
      'a server that refuses everyone',
      'refused CONN (554)',
      'ask its provider',
      () => plain.url(),
      { greeting: '554 No' },
    ],
  ])('with %s: %s, %s', async (_what, text, cure, url, script = {}, trusted = false) => {
    if (trusted) secure.trust()
    const found = brokenOnes(await withMailUrl(url(), script))
    expect(found).toEqual([
      { about: 'email', state: 'broken', text: expect.stringContaining(text), cure: expect.stringContaining(cure) },
    ])
    expect(found[0]?.text).toMatch(/\.$/)
  })

  it('that says nothing: smtps://', { timeout: 30_000 }, async () => {
    const [found] = brokenOnes(await withMailUrl(plain.url(), { greeting: 'hang' }))
    expect(found).toMatchObject({
      text: expect.stringContaining('does not greet'),
      cure: expect.stringContaining('smtps://'),
    })
  })
})

it('never shows a token or a password', async () => {
  const findings = await examine({
    POSTMARK_SERVER_TOKEN: 'planted-token',
    DATABASE_URL: `postgresql://app:planted-password@127.0.0.1:${unusedPort}/site`,
  })
  expect(JSON.stringify(findings)).not.toContain('planted')
})
