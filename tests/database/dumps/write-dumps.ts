// node scripts/run-ts.mjs tests/database/dumps/write-dumps.ts
// Writes a dump for each migration that has none, in SQL that both engines take: sample rows of this program, with the
// columns that the migration knows. Run it for each new migration. An older program's dump stays as it is.

import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { estimateMessageKinds } from '#server/domain/estimates/estimate-messages.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { silentLog } from '#tests/drills/harness/silent-log.ts'
import { historyOf } from '#tests/support/database/history.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

type Row = Readonly<Record<string, string | number | null>>
type Column = { readonly table: string; readonly name: string; readonly type: string }

const now = new Date('2026-11-20T15:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms)

/** In an order that keeps foreign keys. Other tables are filled by triggers. */
const tables = [
  'users',
  'project_estimates',
  'outbox_messages',
  'nudges',
  'estimate_events',
  'estimate_exports',
  'estimate_export_batches',
  'sessions',
  'email_tokens',
  'saved_views',
  'attempts',
  'settings',
  'audit_entries',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'sign_in_challenges',
  'email_changes',
  'email_change_links',
]

const folder = temporaryFolder('dumps')
const source = `file:${join(folder.path, 'source.db')}`
await fill()
const history = historyOf('sqlite')
for (const [index, { name }] of history.entries()) {
  const file = fileURLToPath(new URL(`${name}.sql`, import.meta.url))
  if (existsSync(file)) continue
  const path = join(folder.path, `${name}.db`)
  migrateSqlite(path, silentLog, history.slice(0, index + 1))
  writeFileSync(file, await dumpWithColumnsOf(`file:${path}`))
  process.stdout.write(`${file}\n`)
}
folder.remove()

async function fill(): Promise<void> {
  await seedDemo(source, 3, now)
  const estimates = await queryDatabase<{ id: string }>(source, 'SELECT id FROM project_estimates ORDER BY id')
  const [user] = await queryDatabase<{ id: string; email: string }>(source, 'SELECT id, email FROM users ORDER BY id')
  if (!user) throw new Error('the sample data has no account')
  for (const [index, { id }] of estimates.entries())
    for (const kind of estimateMessageKinds) await insertRow(source, 'outbox_messages', message(index, kind, id))
  await insertRow(source, 'nudges', {
    id: randomUUID(),
    kind: 'nudge.digest',
    userId: user.id,
    subject: '2026-11-20',
    createdAt: now,
  })
  const digest = () => randomUUID().replaceAll('-', '').repeat(2)
  await insertRow(source, 'sessions', {
    id: randomUUID(),
    userId: user.id,
    accessDigest: digest(),
    accessExpiresAt: at(hourMs),
    refreshDigest: digest(),
    refreshedAt: now,
    device: 'Mozilla/5.0',
    network: digest(),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: at(30 * dayMs),
  })
  await insertRow(source, 'email_tokens', {
    id: randomUUID(),
    digest: digest(),
    userId: user.id,
    purpose: 'reset',
    createdAt: now,
    expiresAt: at(hourMs),
  })
  await insertRow(source, 'saved_views', {
    id: randomUUID(),
    ownerId: user.id,
    name: 'Kitchens in Queens',
    shared: true,
    search: JSON.stringify({ type: 'kitchen-remodel', q: 'queens', view: 'compact' }),
    createdAt: now,
  })
  await insertRow(source, 'attempts', { key: digest(), hits: 3, blocks: 1, windowEndsAt: at(hourMs) })
  const exported = { id: randomUUID(), actorId: user.id, actorEmail: user.email, at: now }
  await insertRow(source, 'estimate_exports', exported)
  const ids = estimates.map(({ id }) => id)
  await insertRow(source, 'estimate_export_batches', {
    id: randomUUID(),
    exportId: exported.id,
    firstId: ids[0] ?? '',
    lastId: ids.at(-1) ?? '',
    estimateIds: ids.join(','),
  })
  await insertRow(source, 'audit_entries', auditEntry(user))
  await insertRow(source, 'totp_secrets', { userId: user.id, secret: digest(), confirmedAt: now, lastStep: 58_000_000 })
  const owned = { id: randomUUID(), userId: user.id, createdAt: now }
  await insertRow(source, 'recovery_codes', { ...owned, digest: digest(), usedAt: at(hourMs) })
  await insertRow(source, 'passkeys', {
    ...owned,
    credentialId: digest(),
    publicKey: digest(),
    counter: '4294967295',
    transports: 'internal,hybrid',
    name: 'Phone',
    backedUp: true,
  })
  const challenge = { digest: digest(), userId: user.id, purpose: 'second-factor', expiresAt: at(hourMs) }
  await insertRow(source, 'sign_in_challenges', challenge)
  const change = {
    ...owned,
    id: randomUUID(),
    fromEmail: 'former@example.com',
    toEmail: user.email,
    messageId: randomUUID(),
  }
  await insertRow(source, 'email_changes', { ...change, confirmedAt: now, expiresAt: at(72 * hourMs) })
  await insertRow(source, 'email_change_links', { digest: digest(), changeId: change.id, purpose: 'undo' })
}

function auditEntry(user: { readonly id: string; readonly email: string }) {
  const actor = { actorId: user.id, actorEmail: user.email }
  return { id: randomUUID(), kind: 'sign-in.succeeded', ...actor, at: now, details: '{"by":"password"}' }
}

function message(index: number, kind: string, estimateId: string) {
  const common = {
    id: randomUUID(),
    kind,
    estimateId,
    attempts: index,
    nextAttemptAt: at(-dayMs),
    createdAt: at(-dayMs),
  }
  if (index % 3 === 0) return { ...common, state: 'sent', providerId: randomUUID(), sentAt: at(-dayMs) }
  const lastError = 'The mail service responded with 503'
  return { ...common, state: index % 3 === 1 ? 'pending' : 'failed', lastError }
}

async function dumpWithColumnsOf(url: string): Promise<string> {
  const columns = await queryDatabase<Column>(
    url,
    `SELECT owner.name AS "table", part.name, part.type FROM sqlite_master AS owner, pragma_table_info(owner.name) AS part
     WHERE owner.type = 'table' ORDER BY owner.name, part.cid`,
  )
  const inserts = tables.map((table) =>
    insertsOf(
      table,
      columns.filter((column) => column.table === table),
    ),
  )
  return inserts.filter((text) => text !== '').join('\n')
}

function insertsOf(table: string, columns: readonly Column[]): string {
  if (columns.length === 0) return ''
  const names = columns.map(({ name }) => name).join(', ')
  const connection = openConnection(sqlitePath(source), { readonly: true })
  const rows = connection.prepare<[], Row>(`SELECT ${names} FROM ${table} ORDER BY 1`).all()
  connection.close()
  const values = rows.map(
    (row) => `  (${columns.map(({ name, type }) => literal(row[name] ?? null, type)).join(', ')})`,
  )
  return `INSERT INTO ${table} (${names}) VALUES\n${values.join(',\n')};\n`
}

function literal(value: string | number | null, type: string): string {
  if (value === null) return 'NULL'
  if (type === 'BOOLEAN') return value === 1 ? 'TRUE' : 'FALSE'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
