import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { diagnoseDatabase } from '#server/database/diagnose.ts'
import { createTestDatabase, createTestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { freePort } from '#tests/support/server/server-process.ts'

const broken = async (url: string) =>
  (await diagnoseDatabase({ url })).filter(({ state }) => state === 'broken').map(({ cure }) => cure)

it('finds nothing broken in a migrated database, and says what an empty one lacks', async () => {
  const { url, dispose } = await createTestDatabase()
  expect((await diagnoseDatabase({ url })).map(({ about, state }) => [about, state])).toEqual([
    ['database', 'ok'],
    ['migrations', 'ok'],
    ['clock of the database', 'ok'],
  ])
  await dispose()
  const empty = await createTestDatabaseUrl()
  expect((await diagnoseDatabase({ url: empty.url }))[1]).toMatchObject({ about: 'migrations', state: 'warning' })
  await empty.dispose()
})

it('names the cure of a database that cannot be reached or does not exist', async () => {
  const server = new URL(inject('postgresqlUrl'))
  expect(await broken(`postgresql://app@127.0.0.1:${await freePort()}/site`)).toEqual([
    expect.stringContaining('Start PostgreSQL there'),
  ])
  server.pathname = '/no_such_site'
  expect(await broken(server.href)).toEqual([expect.stringContaining('Create it: CREATE DATABASE no_such_site')])
  server.pathname = '/postgres'
  server.username = 'nobody_here'
  expect(await broken(server.href)).toEqual([expect.stringContaining('Correct user and password')])
  server.username = 'postgres'
  server.searchParams.set('sslmode', 'verify-full')
  expect(await broken(server.href)).toEqual([expect.stringContaining('remove sslmode')])
})

it('looks at the database by both of its URLs, and names the one that is wrong', async () => {
  const { url, dispose } = await createTestDatabase()
  const directUrl = `postgresql://app@127.0.0.1:${await freePort()}/site`
  const findings = await diagnoseDatabase({ url, directUrl })
  await dispose()
  expect(findings.map(({ about, state }) => [about, state])).toEqual([
    ['database', 'ok'],
    ['migrations', 'ok'],
    ['clock of the database', 'ok'],
    ['database, by DATABASE_DIRECT_URL', 'broken'],
  ])
  expect(findings.at(-1)?.cure).toContain('or correct DATABASE_DIRECT_URL')
})

it('names the cure of a database that only reads', async () => {
  const { url, dispose } = await createTestDatabase()
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  const name = new URL(url).pathname.slice(1)
  await connection.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  try {
    expect(await broken(url)).toEqual([expect.stringContaining('Point DATABASE_URL to the primary')])
  } finally {
    await connection.query(`BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`)
    await connection.end()
    await dispose()
  }
})
