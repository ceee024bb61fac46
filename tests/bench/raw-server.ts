// The reference that the product is compared with: Fastify and handwritten SQL through the engine's own driver, with the
// same JSON, validation, inserts and durability. With TABLES=bare it creates both tables with nothing but a primary key.

import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { toDigest } from '#server/accounts/secrets/secrets.ts'
import type { NewEstimate } from '#server/database/database.ts'
import { listedColumns, listedWorkColumns } from '#server/database/queries/estimate-list-query.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { readFirstTouch } from '#server/estimates/submit/first-touch.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import { type CheckedEstimate, estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { newEstimateColumns } from '#tests/support/estimates/new-estimate-columns.ts'

const { DATABASE_URL = '', PORT, GROUPED, TABLES } = process.env

type Connection = ReturnType<typeof openConnection>
type Insert = (request: CheckedEstimate) => Promise<string>
type Query = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>

const columns = newEstimateColumns.map(({ column }) => column).join(', ')

const bareTables = `
  CREATE TABLE project_estimates (
    ${newEstimateColumns.map(({ column, type }) => `${column} ${type}${column === 'id' ? ' NOT NULL PRIMARY KEY' : ''}`)});
  CREATE TABLE outbox_messages (id text NOT NULL PRIMARY KEY, kind text, estimate_id text, created_at timestamptz,
    next_attempt_at timestamptz)`

function newEstimate({ requestKey = randomUUID(), ...request }: CheckedEstimate): NewEstimate {
  const createdAt = new Date()
  return {
    id: randomUUID(),
    reference: randomUUID().slice(0, 13),
    ...storedAnswers(request),
    ...{ emailKey: request.email, phoneDigits: null, otherPhoneDigits: null, nameKey: '', searchText: '' },
    status: 'new',
    createdAt,
    requestKey,
    valuesDigest: toDigest(requestKey),
    senderDigest: toDigest(request.email),
    dueAt: responseDueAt(createdAt),
    quarantinedAt: null,
    quarantineReasons: null,
    formVerified: true,
    ...readFirstTouch(undefined),
  }
}

function valuesOf(estimate: NewEstimate, stored: (value: unknown) => unknown): unknown[] {
  const values: Readonly<Record<string, unknown>> = estimate
  return newEstimateColumns.map(({ field }) => stored(values[field]))
}

function storedInSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.toISOString() : value
}

function inTransaction<Input, Result>(connection: Connection, write: (input: Input) => Result) {
  const [begin, commit] = [connection.prepare('BEGIN'), connection.prepare('COMMIT')]
  return (input: Input) => {
    begin.run()
    const result = write(input)
    commit.run()
    return result
  }
}

function sqlite(path: string, grouped: boolean): Insert {
  const connection = openConnection(path)
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  if (TABLES === 'bare') connection.exec(bareTables)
  const estimate = connection.prepare(
    `INSERT INTO project_estimates (${columns}) VALUES (${newEstimateColumns.map(() => '?')})`,
  )
  const message = connection.prepare(
    'INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)',
  )
  const write = (request: CheckedEstimate) => {
    const row = newEstimate(request)
    const now = storedInSqlite(row.createdAt)
    estimate.run(valuesOf(row, storedInSqlite))
    for (const kind of ['staff', 'visitor']) message.run(randomUUID(), kind, row.id, now, now)
    return row.reference
  }
  if (!grouped) {
    const alone = inTransaction(connection, write)
    return async (request) => alone(request)
  }

  const group = inTransaction(connection, (requests: CheckedEstimate[]) => requests.map(write))
  let waiting: { request: CheckedEstimate; answer: (reference: string) => void }[] = []
  return (request) =>
    new Promise((answer) => {
      if (waiting.length === 0)
        setImmediate(() => {
          const batch = waiting
          waiting = []
          const references = group(batch.map((one) => one.request))
          for (const [index, one] of batch.entries()) one.answer(references[index] ?? '')
        })
      waiting.push({ request, answer })
    })
}

async function postgresql(url: string): Promise<Insert> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  if (TABLES === 'bare') await pool.query(bareTables)
  return async (request) => {
    const connection = await pool.connect()
    try {
      const row = newEstimate(request)
      await connection.query('BEGIN')
      await connection.query({
        name: 'estimate',
        text: `INSERT INTO project_estimates (${columns}) VALUES (${newEstimateColumns.map((_, index) => `$${index + 1}`)})`,
        values: valuesOf(row, (value) => value),
      })
      await connection.query({
        name: 'message',
        text: 'INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $4), ($5, $6, $3, $4, $4)',
        values: [randomUUID(), 'staff', row.id, row.createdAt, randomUUID(), 'visitor'],
      })
      await connection.query('COMMIT')
      return row.reference
    } finally {
      connection.release()
    }
  }
}

function sqliteQuery(path: string): Query {
  const connection = openConnection(path)
  const statements = new Map<string, ReturnType<Connection['prepare']>>()
  return async (sql, values) => {
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, statement)
    return statement.all(values) as Record<string, unknown>[]
  }
}

function postgresqlQuery(url: string): Query {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return async (text, values) => {
    const numbered = values.reduce<string>((sql, _, index) => sql.replace('?', `$${index + 1}`), text)
    return (await pool.query({ name: toDigest(text), text: numbered, values })).rows
  }
}

const listed = Object.entries({ ...listedColumns, ...listedWorkColumns })
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ')

/** Sends flags as booleans and counts as numbers, as the product does, so that both send the same JSON. */
const listItem = (row: Record<string, unknown>) => ({
  ...row,
  urgent: Boolean(row.urgent),
  photos: Number(row.photos),
  quarantineReasons: [],
})

/** The same queries as the product: session, page and count. */
async function list(query: Query, cookie: string) {
  const [, id = '', secret = ''] = /site-access=([^.]+)\.([^;]+)/.exec(cookie) ?? []
  const [session] = await query(
    'SELECT s.access_digest, s.access_expires_at, u.email, u.role FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ?',
    [id],
  )
  if (session?.access_digest !== toDigest(secret) || !['staff', 'admin'].includes(String(session.role)))
    throw new Error('not of the staff')
  const [items, [count]] = await Promise.all([
    query(`SELECT ${listed} FROM project_estimates ORDER BY created_at DESC, id DESC LIMIT ?`, [51]),
    query('SELECT count(*) AS total FROM project_estimates', []),
  ])
  return { items: items.slice(0, 50).map(listItem), nextCursor: items[49]?.id, total: Number(count?.total) }
}

const file = isSqliteUrl(DATABASE_URL) ? sqlitePath(DATABASE_URL) : undefined
const insert = file ? sqlite(file, GROUPED === '1') : await postgresql(DATABASE_URL)
const query = file ? sqliteQuery(file) : postgresqlQuery(DATABASE_URL)

const app = Fastify()
app.get('/readyz', async () => 'ready')
app.post('/api/trpc/estimates.submit', async (request) => ({
  result: { data: { reference: await insert(estimateInputSchema.parse(request.body)) } },
}))
app.get('/api/trpc/estimates.list', async (request) => ({
  result: { data: await list(query, request.headers.cookie ?? '') },
}))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
