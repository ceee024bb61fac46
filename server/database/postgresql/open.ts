import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Logger } from 'pino'
import { PrismaClient as PostgresqlClient } from '#prisma/generated/postgresql/client.ts'
import type { PrismaClient } from '#prisma/generated/sqlite/client.ts'
import { databaseFromClient } from '#server/database/client/from-client.ts'
import type { Database } from '#server/database/database.ts'
import { CommitChannel } from './commit-channel.ts'
import { applicationName, keepAlive } from './connection.ts'
import { migratePostgresql } from './migrate.ts'
import { postgresqlOutboxStatements } from './outbox-statements.ts'
import { postgresqlQueries } from './queries.ts'
import { postgresqlStatements } from './statements.ts'
import { storeEstimatesOf } from './store-estimates.ts'
import { lockTimeoutMs, statementTimeoutMs, WatchedPool } from './watched-pool.ts'

const connections = 10
/** Reports must leave connections for transactions. */
const maxReaders = 8
/** One waits for the disk while the other collects its group. */
const writers = 2

const sessionSettings = {
  // The adapter drops offsets, so other time zones would shift instants.
  TimeZone: 'UTC',
  // A plan cached for a small table would scan the grown one.
  plan_cache_mode: 'force_custom_plan',
  // Compiling takes longer than any statement saves by it.
  jit: 'off',
  // With the default of 4 MB, searches of a million estimates read pages without matches.
  work_mem: '16MB',
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  // Releases the locks of a lost process after 5 s.
  idle_in_transaction_session_timeout: 5_000,
}

export async function openPostgresql(url: string, log: Logger): Promise<Database> {
  await migratePostgresql(url, log)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Queries are sent without waiting for the responses to those before them.
    pipeline: true,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: applicationName,
    // pg waits forever by default.
    connectionTimeoutMillis: 2_000,
    ...keepAlive,
  })
  const channel = new CommitChannel(url, log)
  const watchedPool = new WatchedPool(pool, maxReaders, { log, onReplaced: () => channel.reconnect() })
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    // pg prepares only named statements. The adapter accepts undefined, whatever its type says.
    statementNameGenerator: ({ sql }) => statementName(sql) as string,
  })
  const client = new PostgresqlClient({ adapter })
  await client.$connect()
  // Both clients have the same models.
  return databaseFromClient(client as unknown as PrismaClient, {
    writers,
    queries: postgresqlQueries,
    statements: postgresqlStatements,
    storeEstimates: storeEstimatesOf(pool, channel),
    outbox: postgresqlOutboxStatements(pool),
    notifyOthers: (transaction, changes) => channel.notify(transaction, changes),
    subscribeToOthers: (listener) => channel.listen(listener),
    beginClose: () => watchedPool.cutSoon(),
    release: () => channel.close(),
  })
}

const statementNames = new Map<string, string>()
/** Each connection caches a plan per name. */
const maxNamedStatements = 300

function statementName(sql: string): string | undefined {
  const cached = statementNames.get(sql)
  if (cached || statementNames.size >= maxNamedStatements) return cached
  const name = `p${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`
  statementNames.set(sql, name)
  return name
}
