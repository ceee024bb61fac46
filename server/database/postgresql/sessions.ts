import type pg from 'pg'
import type { SessionSettings } from './connection.ts'

export const lockTimeoutMs = 3_500
export const statementTimeoutMs = 5_000

const settings = {
  // Migrations and Prisma have to mean the same tables, whatever the role's own setting.
  search_path: 'public',
  // The adapter drops offsets, so other time zones would shift instants.
  TimeZone: 'UTC',
  // A plan cached for a small table would scan the grown one.
  plan_cache_mode: 'force_custom_plan',
  // Compiling takes longer than any statement saves by it.
  jit: 'off',
  // With the default of 4 MB, searches of a million estimates read pages without matches.
  work_mem: '16MB',
  // Otherwise a commit that was acknowledged may be lost, and a submission fail for one beside it, as a role may have
  // it off.
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  // Releases the locks of a lost process after 5 s.
  idle_in_transaction_session_timeout: 5_000,
}

/** Says how a pool's connections get their settings, and what they keep between transactions. */
export type Sessions = {
  /** They are sent when a connection is opened. */
  readonly settings?: SessionSettings
  /** Whether each read is a transaction of its own. */
  readonly readsInTransaction: boolean
  /** Changes a statement before it is sent. */
  adapt(query: pg.QueryConfig): pg.QueryConfig
}

/** Each connection is a session of PostgreSQL: it keeps its settings. */
export const ownSessions = {
  settings,
  readsInTransaction: false,
  adapt: (query: pg.QueryConfig) => query,
} satisfies Sessions

const setLocal = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
// A transaction that has begun keeps its isolation, whatever the default becomes.
const committed = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const beginnings = new Map(
  [
    ['BEGIN', committed],
    ['BEGIN READ ONLY', `${committed} READ ONLY`],
  ].map(([begin = '', sent = '']) => [begin, [sent, ...setLocal].join('; ')]),
)

/** A pooler may run each transaction in another session, so each makes its own settings. */
export const pooledSessions: Sessions = {
  readsInTransaction: true,
  adapt: (query) => ({ ...query, text: beginnings.get(query.text) ?? query.text }),
}
