import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Logger } from 'pino'
import { PrismaClient as PostgresqlClient } from '#prisma/generated/postgresql/client.ts'
import type { PrismaClient } from '#prisma/generated/sqlite/client.ts'
import { databaseFromClient } from '#server/database/client/from-client.ts'
import type { Database } from '#server/database/database.ts'
import { CommitChannel } from './commit-channel.ts'
import { keepAlive } from './connection.ts'
import { migratePostgresql } from './migrate.ts'
import { postgresqlQueries } from './queries.ts'
import { postgresqlStatements } from './statements.ts'
import { lockTimeoutMs, statementTimeoutMs, WatchedPool } from './watched-pool.ts'

const connections = 10
/** Of these, so many at most serve statements outside transactions: reports must not keep a visitor's request waiting. */
const maxReaders = 8
/** Two take turns, one at the disk while the other gathers its group; more make smaller groups and less of it. */
const writers = 2

const sessionSettings = {
  // The adapter reads and writes instants without their offset, so anything but UTC would shift them.
  TimeZone: 'UTC',
  // A plan that was made for a nearly empty table scans it, and would be kept while the table grows.
  plan_cache_mode: 'force_custom_plan',
  // In milliseconds.
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  // What a process that was cut off has locked is free again after this long.
  idle_in_transaction_session_timeout: 5_000,
}

/** Opens a PostgreSQL database, migrated where needed. Other processes may use it at the same time. */
export async function openPostgresql(url: string, log: Logger): Promise<Database> {
  await migratePostgresql(url, log)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: 'five-borough-builders',
    // pg would wait for ever.
    connectionTimeoutMillis: 2_000,
    ...keepAlive,
  })
  const channel = new CommitChannel(url, log)
  const watched = new WatchedPool(pool, maxReaders, { log, onReplaced: () => channel.connectAgain() })
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    // No name is what pg takes for "do not prepare"; the adapter passes it on as it is, whatever its type says.
    statementNameGenerator: ({ sql }) => statementName(sql) as string,
  })
  const client = new PostgresqlClient({ adapter })
  await client.$connect()
  // Both clients are generated from the same models and differ in nothing that is used here.
  return databaseFromClient(client as unknown as PrismaClient, {
    writers,
    queries: postgresqlQueries,
    statements: (transaction) => postgresqlStatements(transaction, channel),
    announce: (transaction, done) => channel.announce(transaction, done),
    hearOthers: (hear) => channel.listen(hear),
    beginClose: () => watched.cutSoon(),
    release: () => channel.close(),
  })
}

const statementNames = new Map<string, string>()
/** Each name is a plan that every connection keeps; more kinds of statements than this are not prepared. */
const maxNamedStatements = 300

/** A name makes PostgreSQL keep the plan of a statement; the same text must always have the same one. */
function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql)
  if (known || statementNames.size >= maxNamedStatements) return known
  const name = `p${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`
  statementNames.set(sql, name)
  return name
}
