import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { RenamedAccount, Statements, StoredAttempts } from '#server/database/database.ts'
import { dueMessagesQuery } from './due-messages-query.ts'
import { type OpenEstimateRow, openEstimates, openEstimatesQuery } from './open-estimates-query.ts'
import { type Bind, buildQuery, type QueryDialect } from './query.ts'

const eventColumns = {
  id: 'text',
  estimate_id: 'text',
  kind: 'text',
  actor_id: 'text',
  actor_email: 'text',
  actor_name: 'text',
  at: 'instant',
  details: 'text',
  entry_key: 'text',
} as const

const attemptColumns = { key: 'text', hits: 'number', blocks: 'number', window_ends_at: 'instant' } as const

/** What replaces the words about a visitor, as JSON. `ChangeOf` in server/estimates/timeline/estimate-events.ts has the kinds. */
const erasedWords = {
  note: { text: '""' },
  contact: { note: 'null' },
  outcome: { reason: 'null' },
  entered: { caller: 'null' },
  details: { changes: '[]' },
  proposal_moved: { text: 'null' },
  proposal_skipped: { reason: '""' },
  proposal_answered: { text: 'null' },
  visitor_added: { text: 'null' },
  visitor_phone: { from: 'null', to: 'null' },
} as const

/** The address and the name as the JSON of a stored event or entry has them. */
function addressReplacements({ addresses, name }: RenamedAccount): { from: string; to: string }[] {
  return addresses.map((address) => ({ from: JSON.stringify(address), to: JSON.stringify(name) }))
}

/**
 * @param lock blocks transactions with a common key
 * @param lockRows a clause that skips rows which others are claiming
 */
export function createStatements(
  transaction: Prisma.TransactionClient,
  dialect: QueryDialect,
  lock: Statements['lock'],
  lockRows: string,
): Statements {
  const sql = createSql(transaction, dialect)
  return {
    lock,
    ...accountStatements(sql),
    ...eventStatements(sql),
    ...renameStatements(sql),
    ...retentionStatements(sql),
    async findDueMessages(now, limit) {
      const query = dueMessagesQuery(dialect, now, limit, lockRows)
      const rows = await transaction.$queryRawUnsafe<{ id: string }[]>(query.sql, ...query.values)
      return rows.map(({ id }) => id)
    },
    async openEstimates(assigneeId, limit) {
      const query = openEstimatesQuery(dialect, assigneeId, limit)
      return openEstimates(await transaction.$queryRawUnsafe<OpenEstimateRow[]>(query.sql, ...query.values))
    },
  }
}

function createSql(transaction: Prisma.TransactionClient, dialect: QueryDialect) {
  return {
    dialect,
    read<Row>(write: (bind: Bind) => string): Promise<Row[]> {
      const { sql, values } = buildQuery(dialect, write)
      return transaction.$queryRawUnsafe<Row[]>(sql, ...values)
    },
    execute(write: (bind: Bind) => string): Promise<number> {
      const { sql, values } = buildQuery(dialect, write)
      return transaction.$executeRawUnsafe(sql, ...values)
    },
    stored: (instant: Date) => dialect.value(instant, 'instant'),
  }
}

type Sql = ReturnType<typeof createSql>

function accountStatements({
  dialect,
  read,
  execute,
  stored,
}: Sql): Pick<Statements, 'storeSignUp' | 'readAttempts' | 'writeAttempts'> {
  return {
    async storeSignUp({ id, email, passwordHash, pendingDigest, createdAt }) {
      const rows = await read<{ unconfirmed: unknown }>(
        (bind) => `
          INSERT INTO users (id, email, password_hash, pending_digest, created_at)
          VALUES (${bind(id, 'text')}, ${bind(email, 'text')}, ${bind(passwordHash, 'text')}, ${bind(pendingDigest, 'text')},
            ${bind(createdAt, 'instant')})
          ON CONFLICT (email) DO UPDATE SET
            password_hash = CASE WHEN users.confirmed_at IS NULL THEN excluded.password_hash ELSE users.password_hash END,
            pending_digest = CASE WHEN users.confirmed_at IS NULL THEN excluded.pending_digest ELSE users.pending_digest END
          RETURNING confirmed_at IS NULL AS unconfirmed`,
      )
      return rows.some(({ unconfirmed }) => Boolean(unconfirmed))
    },
    readAttempts(keys) {
      return read<StoredAttempts>(
        (bind) => `
          SELECT key, hits, blocks, window_ends_at AS "windowEndsAt" FROM attempts
          WHERE key IN (${dialect.jsonTexts(bind(JSON.stringify(keys), 'text'))})`,
      )
    },
    async writeAttempts(attempts) {
      if (attempts.length === 0) return
      const rows = attempts.map(({ windowEndsAt, ...row }) => ({ ...row, window_ends_at: stored(windowEndsAt) }))
      // Without WHERE true, SQLite would parse ON as a join condition.
      await execute(
        (bind) => `
          INSERT INTO attempts (key, hits, blocks, window_ends_at)
          SELECT key, hits, blocks, window_ends_at
          FROM ${dialect.records(bind(JSON.stringify(rows), 'text'), attemptColumns)} AS given WHERE true
          ON CONFLICT (key) DO UPDATE SET
            hits = excluded.hits, blocks = excluded.blocks, window_ends_at = excluded.window_ends_at`,
      )
    },
  }
}

function eventStatements({ dialect, execute, stored }: Sql): Pick<Statements, 'addEvents' | 'eraseEventWords'> {
  return {
    async addEvents(events) {
      const rows = events.map(({ estimateId, actorId, actorEmail, actorName, entryKey, at, ...event }) => ({
        ...event,
        estimate_id: estimateId,
        actor_id: actorId,
        actor_email: actorEmail,
        actor_name: actorName,
        entry_key: entryKey,
        at: stored(at),
      }))
      const columns = Object.keys(eventColumns).join(', ')
      await execute(
        (bind) => `
          INSERT INTO estimate_events (${columns})
          SELECT ${columns} FROM ${dialect.records(bind(JSON.stringify(rows), 'text'), eventColumns)} AS given`,
      )
    },
    async eraseEventWords(estimateIds) {
      const erased = Object.entries(erasedWords).map(([kind, words]) => {
        const details = Object.entries(words).reduce(
          (json, [field, word]) => dialect.setJson(json, field, `'${word}'`),
          'details',
        )
        return `WHEN '${kind}' THEN ${details}`
      })
      await execute(
        (bind) => `
          UPDATE estimate_events SET details = CASE kind ${erased.join(' ')} END
          WHERE estimate_id IN (${dialect.jsonTexts(bind(JSON.stringify(estimateIds), 'text'))})
            AND kind IN (${Object.keys(erasedWords)
              .map((kind) => `'${kind}'`)
              .join(', ')})`,
      )
    },
  }
}

function renameStatements({ dialect, read, execute }: Sql): Pick<Statements, 'renameInEvents' | 'renameInLogs'> {
  return {
    async renameInEvents(account, afterId, limit) {
      const [last] = await read<{ id: string | null }>(
        (bind) => `
          SELECT max(id) AS id FROM (
            SELECT id FROM estimate_events WHERE id > ${bind(afterId, 'text')} ORDER BY id LIMIT ${bind(limit, 'number')}) AS next`,
      )
      const lastId = last?.id
      if (!lastId) return undefined
      const among = (bind: Bind) => `id > ${bind(afterId, 'text')} AND id <= ${bind(lastId, 'text')}`
      await execute(
        (bind) => `
          UPDATE estimate_events SET actor_email = ${bind(account.name, 'text')}, actor_name = NULL
          WHERE ${among(bind)} AND actor_id = ${bind(account.id, 'text')}`,
      )
      for (const field of ['from', 'to'] as const)
        await execute((bind) => {
          const renamed = dialect.setJson('details', field, bind(JSON.stringify(account.name), 'text'))
          return `UPDATE estimate_events SET details = ${renamed}
            WHERE ${among(bind)} AND kind = 'assigned'
              AND ${dialect.jsonText('details', `${field}Id`)} = ${bind(account.id, 'text')}`
        })
      // Events from before accounts had names say only the address.
      for (const { from, to } of addressReplacements(account))
        await execute(
          (bind) => `
            UPDATE estimate_events SET details = replace(details, ${bind(from, 'text')}, ${bind(to, 'text')})
            WHERE ${among(bind)} AND kind = 'assigned' AND ${dialect.contains('details', bind(from, 'text'))}`,
        )
      return lastId
    },
    async renameInLogs(account) {
      const { id, name } = account
      await execute(
        (bind) => `
          UPDATE estimate_exports SET actor_email = ${bind(name, 'text')}, actor_name = NULL WHERE actor_id = ${bind(id, 'text')}`,
      )
      // Devices and networks of failures go, too.
      await execute((bind) => {
        const renamed = (person: string) =>
          `${person}_email = CASE ${person}_id WHEN ${bind(id, 'text')} THEN ${bind(name, 'text')} ELSE ${person}_email END`
        return `UPDATE audit_entries SET ${renamed('actor')}, ${renamed('subject')},
            details = CASE WHEN kind IN ('sign-in.failed', 'access.refused') THEN '{}' ELSE details END
          WHERE actor_id = ${bind(id, 'text')} OR subject_id = ${bind(id, 'text')}`
      })
      for (const { from, to } of addressReplacements(account))
        await execute(
          (bind) => `
            UPDATE audit_entries SET details = replace(details, ${bind(from, 'text')}, ${bind(to, 'text')})
            WHERE (actor_id = ${bind(id, 'text')} OR subject_id = ${bind(id, 'text')})
              AND ${dialect.contains('details', bind(from, 'text'))}`,
        )
    },
  }
}

function retentionStatements({
  dialect,
  execute,
}: Sql): Pick<Statements, 'deleteExports' | 'deleteAuditEntries' | 'noteCompletions'> {
  const oldest = (bind: Bind, table: string, order: string, before: Date, limit: number) =>
    `SELECT id FROM ${table} WHERE at < ${bind(before, 'instant')} ORDER BY ${order} LIMIT ${bind(limit, 'number')}`
  return {
    // Foreign keys delete the batches, too.
    deleteExports: (before, limit) =>
      execute(
        (bind) => `DELETE FROM estimate_exports WHERE id IN (${oldest(bind, 'estimate_exports', 'id', before, limit)})`,
      ),
    deleteAuditEntries: (before, limit) =>
      execute(
        (bind) => `DELETE FROM audit_entries WHERE id IN (${oldest(bind, 'audit_entries', 'at', before, limit)})`,
      ),
    noteCompletions(limit) {
      return execute(
        (bind) => `
          UPDATE project_estimates SET completed_at = coalesce(
            (SELECT max(at) FROM estimate_events
              WHERE estimate_id = project_estimates.id AND kind = 'status' AND ${dialect.jsonText('details', 'to')} = 'completed'),
            created_at)
          WHERE id IN (
            SELECT id FROM ${dialect.estimatesBy('completed')}
            WHERE status = 'completed' AND quarantined_at IS NULL AND erased_at IS NULL AND completed_at IS NULL
            LIMIT ${bind(limit, 'number')})`,
      )
    },
  }
}
