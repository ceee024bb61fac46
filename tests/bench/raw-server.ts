// The reference that the product is compared with: Fastify and handwritten SQL through the engine's own driver, with the
// same JSON, validation, inserts and durability.
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { digestOf } from '#server/auth/secrets.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { type CheckedEstimate, estimateInputSchema } from '#shared/estimates/estimate-input.ts'

type Connection = ReturnType<typeof openConnection>
type Insert = (request: CheckedEstimate) => Promise<string>
type Query = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>

const columns = `id, reference, name, email, phone, project_type, project_description, location, timeline, budget_range,
  square_footage, property_type, specific_requirements, urgent, status, created_at, request_key, values_digest, sender_digest`

function estimateRow(request: CheckedEstimate, reference: string, now: string) {
  return [
    randomUUID(),
    reference,
    request.name,
    request.email,
    request.phone ?? null,
    request.projectType,
    request.projectDescription ?? null,
    request.location,
    request.timeline,
    request.budgetRange,
    request.squareFootage,
    request.propertyType ?? null,
    request.specificRequirements ?? null,
    request.urgent ? 1 : 0,
    'new',
    now,
    request.requestKey ?? randomUUID(),
    'digest',
    'digest',
  ]
}

const newReference = () => randomUUID().slice(0, 13)

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
  const estimate = connection.prepare(`INSERT INTO project_estimates (${columns}) VALUES (${'?,'.repeat(18)}?)`)
  const message = connection.prepare(
    'INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?)',
  )
  const write = (request: CheckedEstimate) => {
    const now = new Date().toISOString()
    const row = estimateRow(request, newReference(), now)
    estimate.run(row)
    for (const kind of ['staff', 'visitor']) message.run(randomUUID(), kind, row[0], now, now)
    return String(row[1])
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

function postgresql(url: string): Insert {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return async (request) => {
    const connection = await pool.connect()
    try {
      const now = new Date().toISOString()
      const row = estimateRow(request, newReference(), now)
      await connection.query('BEGIN')
      await connection.query({
        name: 'estimate',
        text: `INSERT INTO project_estimates (${columns}) VALUES (${row.map((_, index) => `$${index + 1}${index === 13 ? '::int::boolean' : ''}`).join(',')})`,
        values: row,
      })
      await connection.query({
        name: 'message',
        text: 'INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $4), ($5, $6, $3, $4, $4)',
        values: [randomUUID(), 'staff', row[0], now, randomUUID(), 'visitor'],
      })
      await connection.query('COMMIT')
      return String(row[1])
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
    return (await pool.query({ name: digestOf(text), text: numbered, values })).rows
  }
}

const listed = `id, reference, name, email, phone, project_type AS "projectType", project_description AS "projectDescription",
  location, timeline, budget_range AS "budgetRange", square_footage AS "squareFootage", property_type AS "propertyType",
  specific_requirements AS "specificRequirements", urgent, status, created_at AS "createdAt"`

/** The same queries as the product: session, page and count. */
async function list(query: Query, cookie: string) {
  const [, id = '', secret = ''] = /site-access=([^.]+)\.([^;]+)/.exec(cookie) ?? []
  const [session] = await query(
    'SELECT s.access_digest, s.access_expires_at, u.email, u.role FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ?',
    [id],
  )
  if (session?.access_digest !== digestOf(secret) || session.role !== 'staff') throw new Error('not of the staff')
  const [items, [count]] = await Promise.all([
    query(`SELECT ${listed} FROM project_estimates ORDER BY created_at DESC, id DESC LIMIT ?`, [51]),
    query('SELECT count(*) AS total FROM project_estimates', []),
  ])
  return { items: items.slice(0, 50), nextCursor: items[49]?.id, total: Number(count?.total) }
}

const { DATABASE_URL = '', PORT, GROUPED } = process.env
const file = DATABASE_URL.startsWith('file:') ? DATABASE_URL.slice('file:'.length) : undefined
const insert = file ? sqlite(file, GROUPED === '1') : postgresql(DATABASE_URL)
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
