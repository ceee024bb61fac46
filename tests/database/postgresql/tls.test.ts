import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diagnoseDatabase } from '#server/database/diagnose.ts'
import { openDatabase } from '#server/database/open.ts'
import {
  type PostgresqlServer,
  startPostgresql,
  unprivilegedAccount,
} from '#tests/support/database/postgresql-server.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

const folder = temporaryFolder('tls')
const inFolder = (name: string) => join(folder.path, name)

let server: PostgresqlServer

beforeAll(async () => {
  await writeCertificates()
  // The superuser prepares the server; the others need TLS, the last one with a certificate of its own.
  writeServerFile(
    'hba.conf',
    `host all postgres 127.0.0.1/32 trust
hostssl all plain 127.0.0.1/32 trust
hostssl all certified 127.0.0.1/32 cert
`,
  )
  server = await startPostgresql([
    'fsync=off',
    'ssl=on',
    `ssl_cert_file=${inFolder('server.pem')}`,
    `ssl_key_file=${inFolder('server.key')}`,
    `ssl_ca_file=${inFolder('ca.pem')}`,
    `hba_file=${inFolder('hba.conf')}`,
  ])
  const superuser = new pg.Client({ connectionString: server.url })
  await superuser.connect()
  for (const role of ['plain', 'certified']) {
    await superuser.query(`CREATE ROLE ${role} LOGIN`)
    await superuser.query(`CREATE DATABASE ${role} OWNER ${role}`)
  }
  await superuser.end()
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

/** PostgreSQL wants to own its key. */
function writeServerFile(name: string, text: string): void {
  writeFileSync(inFolder(name), text, { mode: 0o600 })
  const account = unprivilegedAccount()
  if (account) for (const path of [folder.path, inFolder(name)]) chownSync(path, account.uid, account.gid)
}

async function writeCertificates(): Promise<void> {
  const strong = { keyType: 'ec', algorithm: 'sha256' } as const
  const named = (value: string) => [{ name: 'commonName', value }]
  const authority = await generate(named('Test authority'), {
    ...strong,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  })
  const ca = { key: authority.private, cert: authority.cert }
  const signed = (name: string) =>
    generate(named(name), {
      ...strong,
      ca,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    })
  writeServerFile('ca.pem', authority.cert)
  const host = await signed('127.0.0.1')
  writeServerFile('server.pem', host.cert)
  writeServerFile('server.key', host.private)
  const client = await signed('certified')
  writeFileSync(inFolder('client.pem'), client.cert)
  writeFileSync(inFolder('client.key'), client.private)
}

function urlOf(role: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(server.url)
  url.username = role
  url.pathname = `/${role}`
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** @returns what PostgreSQL knows of the connections of an open database, one entry each */
async function connectionsTo(url: string): Promise<{ ssl: boolean; certificate: string | null }[]> {
  const database = await openDatabase({ url, log: silentLog })
  const superuser = new pg.Client({ connectionString: server.url })
  await superuser.connect()
  try {
    await database.ping()
    await database.onCommitted(() => undefined)
    const { rows } = await superuser.query(
      `SELECT ssl, client_dn AS certificate FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE datname = $1 AND application_name = 'five-borough-builders'`,
      [new URL(url).pathname.slice(1)],
    )
    return rows
  } finally {
    await superuser.end()
    await database.close()
  }
}

const verified = () => ({ sslmode: 'verify-full', sslrootcert: inFolder('ca.pem') })

it('PostgreSQL with TLS is reached by all connections when its certificate is of the given authority', async () => {
  const connections = await connectionsTo(urlOf('plain', verified()))
  expect(connections).toEqual([
    { ssl: true, certificate: null },
    { ssl: true, certificate: null },
  ])
})

it('PostgreSQL with TLS is reached with a certificate of the client', async () => {
  const own = { sslcert: inFolder('client.pem'), sslkey: inFolder('client.key') }
  const connections = await connectionsTo(urlOf('certified', { ...verified(), ...own }))
  expect(connections).toEqual([
    { ssl: true, certificate: '/CN=certified' },
    { ssl: true, certificate: '/CN=certified' },
  ])
})

it('PostgreSQL with TLS is reached without a look at its certificate when that is wanted', async () => {
  expect(await connectionsTo(urlOf('plain', { sslmode: 'no-verify' }))).toHaveLength(2)
})

it('doctor names the cure of a certificate of an unknown authority', async () => {
  expect(await diagnoseDatabase({ url: urlOf('plain', { sslmode: 'verify-full' }) })).toEqual([
    expect.objectContaining({
      state: 'broken',
      text: expect.stringMatching(/^The certificate of 127\.0\.0\.1:\d+ is not trusted \(.+\)\.$/),
      cure: expect.stringContaining('Add &sslrootcert=/path/ca.pem to DATABASE_URL'),
    }),
  ])
})

it.each([
  [
    'its authority is unknown',
    () => urlOf('plain', { sslmode: 'verify-full' }),
    /certificate .+ is not trusted .+ Add &sslrootcert=/,
  ],
  ['it requires TLS', () => urlOf('plain', {}), /no encryption/],
  ['it requires a certificate of the client', () => urlOf('certified', verified()), /certificate/],
  [
    'its certificate is for another name',
    () => urlOf('plain', verified()).replace('127.0.0.1', 'localhost'),
    /altnames|ECONNREFUSED/,
  ],
])('PostgreSQL with TLS is refused at once when %s', async (_why, url, reason) => {
  const begun = performance.now()
  await expect(openDatabase({ url: url(), log: silentLog })).rejects.toThrow(reason)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
