import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The URL of a missing or empty database. */
export type TestDatabaseUrl = { readonly url: string; dispose(): Promise<void> }

/** The URL of a database on the server of another URL. */
export function databaseOnServer(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** @returns the name of a new, empty database */
export async function createDatabase(server: string, name = unusedName()): Promise<string> {
  await runAt(server, `CREATE DATABASE ${name}`)
  return name
}

export function unusedName(): string {
  return `test_${shortId()}`
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await runAt(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

/** Databases that no test of this process uses. */
const unusedMigrated: string[] = []
const unusedEmpty: string[] = []

/**
 * A migrated, empty database. `dispose` empties it and keeps it for the next test, because PostgreSQL creates and drops
 * a database in a third of a second.
 */
export function migratedDatabase(server: string, template: string): Promise<TestDatabaseUrl> {
  return keptDatabase(server, unusedMigrated, () => createCopy(server, template), emptying)
}

/**
 * An empty database without tables, whose `dispose` keeps it for the next test. Dropping one would write out everything
 * that the server holds in memory.
 *
 * @param template what its name begins with, so that it is dropped with the template at the end of the run
 */
export function emptyDatabase(server: string, template: string): Promise<TestDatabaseUrl> {
  return keptDatabase(server, unusedEmpty, () => createDatabase(server, `${template}_${shortId()}`), withoutTables)
}

async function keptDatabase(
  server: string,
  unused: string[],
  create: () => Promise<string>,
  clearing: string,
): Promise<TestDatabaseUrl> {
  const name = unused.pop() ?? (await create())
  const url = databaseOnServer(server, name)
  return {
    url,
    async dispose() {
      await runAt(url, clearing)
      unused.push(name)
    },
  }
}

/** Drops a template and every copy of it. */
export async function dropWithCopies(server: string, template: string): Promise<void> {
  const rows = await runAt(server, `SELECT datname AS name FROM pg_database WHERE datname LIKE '${template}%'`)
  for (const { name } of rows) await dropDatabase(server, name)
}

export async function createCopy(server: string, template: string): Promise<string> {
  const name = `${template}_${shortId()}`
  await runAt(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return name
}

/** Forgotten connections would hold locks. */
const endOthers = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();`

/** Leaves the schema as PostgreSQL creates it. */
const withoutTables = `${endOthers}
  DROP SCHEMA public CASCADE;
  CREATE SCHEMA public AUTHORIZATION pg_database_owner;
  GRANT USAGE ON SCHEMA public TO PUBLIC`

/**
 * Deleting takes a tenth of the time of truncating, but keeps the files large. Without triggers and foreign keys, the
 * order does not matter; this needs a superuser. Migrations leave rows only in their own table.
 */
const emptying = `${endOthers}
  DO $$ DECLARE name TEXT; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
      EXECUTE format(
        CASE WHEN pg_relation_size(quote_ident(name)::regclass) > 1000000 THEN 'TRUNCATE %I CASCADE' ELSE 'DELETE FROM %I' END,
        name
      );
    END LOOP;
  END $$`

async function runAt(url: string, sql: string): Promise<{ name: string }[]> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    return (await connection.query<{ name: string }>(sql)).rows
  } finally {
    await connection.end()
  }
}

/** Names have at most 63 characters. */
function shortId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 16)
}
