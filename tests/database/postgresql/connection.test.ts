import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { moveDatabase } from '#server/database/move.ts'
import { openDatabase } from '#server/database/open.ts'
import { connectionTo } from '#server/database/postgresql/connection.ts'
import { ownSessions } from '#server/database/postgresql/sessions.ts'
import { createTestDatabaseUrl, silentLog, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

let place: TestDatabaseUrl
let connection: pg.Client

beforeEach(async () => {
  place = await createTestDatabaseUrl()
  connection = new pg.Client({ connectionString: place.url })
  await connection.connect()
})
afterEach(async () => {
  // Another test gets the same database.
  await connection.query(`ALTER DATABASE ${nameOf()} RESET ALL`)
  await connection.end()
  await place.dispose()
})

const nameOf = () => new URL(place.url).pathname.slice(1)

function withParameters(parameters: Readonly<Record<string, string>>): string {
  const url = new URL(place.url)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const foreign = {
  options: '-c TimeZone=America/New_York -c geqo=off',
  application_name: 'other',
  statement_timeout: '0',
  client_encoding: 'LATIN1',
}

it('the parameters of a URL and of the database add to the settings of the program, and replace none', async () => {
  await connection.query(`ALTER DATABASE ${nameOf()} SET synchronous_commit = off`)
  await connection.query(`ALTER DATABASE ${nameOf()} SET default_transaction_isolation = 'repeatable read'`)
  const client = new pg.Client(connectionTo(withParameters(foreign), 'ours', ownSessions.settings))
  await client.connect()
  const names = [
    ...['TimeZone', 'geqo', 'application_name', 'statement_timeout', 'client_encoding', 'search_path'],
    ...['synchronous_commit', 'transaction_isolation'],
  ]
  const values: Record<string, unknown> = {}
  for (const name of names) Object.assign(values, (await client.query(`SHOW ${name}`)).rows[0])
  await client.end()
  expect(values).toEqual({
    TimeZone: 'UTC',
    geqo: 'off',
    application_name: 'ours',
    statement_timeout: '5s',
    client_encoding: 'UTF8',
    search_path: 'public',
    synchronous_commit: 'on',
    transaction_isolation: 'read committed',
  })
})

it('instants are stored as they are, whatever time zone the URL, the role and the database have', async () => {
  await connection.query(`ALTER DATABASE ${nameOf()} SET TimeZone = 'America/New_York'`)
  const database = await openDatabase({ url: withParameters(foreign), log: silentLog })
  const instant = new Date('2026-07-04T03:02:01.123Z')
  await database.transaction(({ setting }) => setting.create({ data: { name: 'a', value: '', createdAt: instant } }))
  expect((await database.read.setting.findUnique({ where: { name: 'a' } }))?.createdAt).toEqual(instant)
  await database.close()
  expect((await connection.query("SELECT created_at FROM settings WHERE name = 'a'")).rows).toEqual([
    { created_at: instant },
  ])
})

it('all tables are in the schema public, whatever search path the database has', async () => {
  await connection.query('CREATE SCHEMA app')
  await connection.query(`ALTER DATABASE ${nameOf()} SET search_path = app`)
  const database = await openDatabase({ url: place.url, log: silentLog })
  await database.transaction(({ setting }) =>
    setting.create({ data: { name: 'a', value: 'b', createdAt: new Date() } }),
  )
  expect(await database.readSetting('a')).toBe('b')
  await database.close()
  const { rows } = await connection.query(
    "SELECT DISTINCT schemaname FROM pg_tables WHERE tablename IN ('settings', '_prisma_migrations')",
  )
  await connection.query('DROP SCHEMA app CASCADE')
  expect(rows).toEqual([{ schemaname: 'public' }])
})

it('a move is refused beside a running program, whatever name its URL gives it, and until it has stopped', async () => {
  const folder = temporaryFolder('move')
  const move = () => moveDatabase({ from: place.url, to: `file:${join(folder.path, 'app.db')}`, log: silentLog })
  const database = await openDatabase({ url: withParameters({ application_name: 'other' }), log: silentLog })
  await database.transaction(({ setting }) =>
    setting.create({ data: { name: 'a', value: 'b', createdAt: new Date() } }),
  )
  // The connection with the lock comes back when it is lost.
  await connection.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'",
  )
  // Tests of other databases on the same server hold theirs meanwhile.
  const held = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE objid = 72707370 AND datname = current_database()`
  await expect.poll(async () => (await connection.query(held)).rowCount).toBe(1)
  await expect(move()).rejects.toThrow('The program is running on postgresql://')
  await database.close()
  await move()
  folder.remove()
})

it.each(['SQL_ASCII', 'LATIN1'])('a database in %s is refused before the first migration', async (encoding) => {
  const name = `encoding_${randomUUID().replaceAll('-', '')}`
  await connection.query(
    `CREATE DATABASE ${name} ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  )
  const url = new URL(inject('postgresqlUrl'))
  url.pathname = `/${name}`
  await expect(openDatabase({ url: url.href, log: silentLog })).rejects.toThrow(
    `The database stores texts as ${encoding}, which lacks most characters. Create one with ENCODING 'UTF8'`,
  )
  const refused = new pg.Client({ connectionString: url.href })
  await refused.connect()
  expect((await refused.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0)
  await refused.end()
  await connection.query(`DROP DATABASE ${name}`)
})

it('a database whose account must not create tables is refused, with the cure', async () => {
  const account = `account_${randomUUID().replaceAll('-', '')}`
  await connection.query(`CREATE ROLE ${account} LOGIN`)
  const url = new URL(place.url)
  url.username = account
  await expect(openDatabase({ url: url.href, log: silentLog })).rejects.toThrow(
    'The account must not create tables, so that migrations fail. Make it the owner of the database:',
  )
  await connection.query(`DROP ROLE ${account}`)
})

it('a database that only reads is refused, with the cure, also when it has all migrations', async () => {
  await (await openDatabase({ url: place.url, log: silentLog })).close()
  await connection.query(`ALTER DATABASE ${nameOf()} SET default_transaction_read_only = on`)
  await expect(openDatabase({ url: place.url, log: silentLog })).rejects.toThrow(
    'PostgreSQL only reads, so nothing can be stored. Point the URL to the primary server,',
  )
})
