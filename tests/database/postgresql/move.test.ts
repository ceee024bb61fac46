import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Prisma } from '#prisma/generated/sqlite/client.ts'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { type Database, DatabaseInUse, type ModelName } from '#server/database/database.ts'
import { MigrationRefused } from '#server/database/migrations.ts'
import { moveDatabase, reopenDatabase } from '#server/database/move.ts'
import { openDatabase } from '#server/database/open.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { demoEstimates } from '#server/demo/estimates.ts'
import { demoWork } from '#server/demo/work.ts'
import { readSearch } from '#server/estimates/list/filter-to-criteria.ts'
import { readOverview } from '#server/reports/overview.ts'
import type { ReportOverview } from '#shared/report.ts'
import { databaseOnServer, dropDatabase } from '#tests/support/database/postgresql-databases.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { createTestDatabaseUrl, silentLog, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { storeTestFile } from '#tests/support/estimates/store-file.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

const now = new Date('2026-01-05T20:10:00.123Z')
const clock = { now: () => now }
const later = (ms: number) => new Date(now.getTime() + ms)
const estimates = 40
/** More than are read at a time. */
const attempts = 250

/** Texts that engines, JSON or SQL may treat differently. */
const hostileText = `It's "odd": \\ \\n {"a":[1]} %_$1 ?\n\tZoë Müller, Ωμέγα, 東京, 👷🏽‍♀️, e\u0301, \u00a0, \u2028 null`

const models = Object.keys(Prisma.ModelName).map(
  (name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}` as ModelName,
)

const directions = ['from SQLite to PostgreSQL', 'from PostgreSQL to SQLite'] as const
type Direction = (typeof directions)[number]
type Contents = Awaited<ReturnType<typeof contents>>

/** The templates are filled once and copied, because filling takes longer than moving. */
const templates = temporaryFolder('move-templates')
const filledFile = join(templates.path, 'filled.db')
const emptyFile = join(templates.path, 'empty.db')
let filledOnServer: TestDatabaseUrl
let filled: Record<Direction, Contents>

beforeAll(async () => {
  migrateSqlite(emptyFile, silentLog)
  copyFileSync(emptyFile, filledFile)
  filledOnServer = await copyOnServer(inject('templateDatabase'))
  filled = {
    'from SQLite to PostgreSQL': await using(`file:${filledFile}`, filledContents),
    'from PostgreSQL to SQLite': await using(filledOnServer.url, filledContents),
  }
})
afterAll(async () => {
  await filledOnServer.dispose()
  templates.remove()
})

let folder: ReturnType<typeof temporaryFolder>
let server: TestDatabaseUrl | undefined

beforeEach(() => {
  folder = temporaryFolder('move')
})
afterEach(async () => {
  await server?.dispose()
  server = undefined
  folder.remove()
})

async function copyOnServer(template: string): Promise<TestDatabaseUrl> {
  const all = inject('postgresqlUrl')
  const name = `move_${randomUUID().replaceAll('-', '')}`
  await queryDatabase(all, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return { url: databaseOnServer(all, name), dispose: () => dropDatabase(all, name) }
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const fileUrl = (name = 'app.db') => `file:${join(folder.path, name)}`

function filledFileUrl(): string {
  copyFileSync(filledFile, join(folder.path, 'app.db'))
  return fileUrl()
}

/** @param isMigrated whether the target has tables already */
async function startOf(direction: Direction, isMigrated = true) {
  const before = filled[direction]
  if (direction === 'from SQLite to PostgreSQL') {
    server = isMigrated ? await copyOnServer(inject('templateDatabase')) : await createTestDatabaseUrl()
    return { from: filledFileUrl(), to: server.url, before }
  }
  server = await copyOnServer(nameOf(filledOnServer.url))
  if (isMigrated) copyFileSync(emptyFile, join(folder.path, 'app.db'))
  return { from: server.url, to: fileUrl(), before }
}

const open = (url: string) => openDatabase({ url, log: silentLog })

async function using<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await open(url)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Bypasses the program. */
async function execute(url: string, sql: string): Promise<void> {
  if (!isSqliteUrl(url)) {
    await queryDatabase(url, sql)
    return
  }
  const connection = openConnection(sqlitePath(url), { timeout: 0 })
  try {
    connection.exec(sql)
  } finally {
    connection.close()
  }
}

const message = (id: string, columns: object) => ({
  id,
  kind: 'visitor',
  attempts: 1,
  nextAttemptAt: now,
  createdAt: now,
  ...columns,
})

const everyByte = (length: number) => Uint8Array.from({ length }, (_, place) => place % 256)

/** Stores rows in every table, with each kind of value. */
async function fill(database: Database): Promise<void> {
  await openServerKey(database, clock)
  const staff = { id: randomUUID(), email: 'tom@example.com' }
  const many = demoEstimates(estimates, now)
  const hostile = buildEstimate({
    name: hostileText.slice(0, 100),
    projectDescription: hostileText.repeat(20).slice(0, 2000),
    specificRequirements: '',
    phone: null,
    squareFootage: 2_147_483_647,
    urgent: true,
    createdAt: new Date('1999-12-31T23:59:59.999Z'),
    quarantinedAt: later(1),
    quarantineReasons: 'links,decoy',
  })
  const work = demoWork(many, [staff], now)
  await database.transaction(async (transaction) => {
    const { user, session, emailToken, projectEstimate, estimateEvent, outboxMessage } = transaction
    await user.createMany({
      data: [
        { ...staff, role: 'staff', passwordHash: '$2b$10$abc', confirmedAt: now, createdAt: now },
        { id: 'Ünï', email: 'new@example.com', createdAt: later(7) },
      ],
    })
    const digests = { accessDigest: 'a', refreshDigest: 'b', parentDigest: null }
    const times = { accessExpiresAt: later(1), refreshedAt: now, createdAt: now, lastUsedAt: now, expiresAt: later(9) }
    await session.createMany({ data: [{ id: 's', userId: staff.id, device: hostileText, ...digests, ...times }] })
    await emailToken.createMany({
      data: [{ id: 't', digest: 'd', userId: 'Ünï', purpose: 'reset', createdAt: now, expiresAt: later(1) }],
    })
    await projectEstimate.createMany({ data: [...many, hostile] })
    for (const { id, events: _events, ...columns } of work)
      await projectEstimate.updateMany({ where: { id }, data: columns })
    await estimateEvent.createMany({ data: work.flatMap(({ events }) => events) })
    const noted = { kind: 'note', details: JSON.stringify({ text: hostileText }), at: now, entryKey: randomUUID() }
    await estimateEvent.createMany({ data: [{ id: randomUUID(), estimateId: hostile.id, ...noted }] })
    await transaction.estimateExport.createMany({
      data: [{ id: 'e', actorId: staff.id, actorEmail: staff.email, at: now }],
    })
    const ids = many.map(({ id }) => id)
    await transaction.estimateExportBatch.createMany({
      data: [{ id: 'b', exportId: 'e', firstId: ids[0] ?? '', lastId: ids.at(-1) ?? '', estimateIds: ids.join(',') }],
    })
    const owned = { userId: staff.id, createdAt: now }
    await transaction.totpSecret.createMany({
      data: [{ userId: staff.id, secret: 'AQ', pendingAt: later(1), confirmedAt: now, lastStep: 58_000_000 }],
    })
    await transaction.recoveryCode.createMany({
      data: ['r', 'R'].map((id) => ({ ...owned, id, digest: id, usedAt: id === 'r' ? null : later(2) })),
    })
    const credential = { credentialId: 'Cr', publicKey: 'pQ', counter: '4294967295', transports: 'usb', backedUp: true }
    await transaction.passkey.createMany({ data: [{ ...owned, ...credential, id: 'p', name: hostileText }] })
    await transaction.signInChallenge.createMany({
      data: [{ digest: 'd', userId: null, purpose: 'passkey-sign-in', challenge: 'c', expiresAt: later(1) }],
    })
    const change = { id: 'E', userId: staff.id, fromEmail: 'old@example.com', toEmail: staff.email, messageId: 'm' }
    await transaction.emailChange.createMany({
      data: [{ ...change, createdAt: now, confirmedAt: later(1), expiresAt: later(9) }],
    })
    await transaction.emailChangeLink.createMany({ data: [{ digest: 'l', changeId: 'E', purpose: 'undo' }] })
    await transaction.auditEntry.createMany({
      data: [{ id: 'l', kind: 'sign-in.succeeded', actorId: staff.id, at: now, details: hostileText }],
    })
    await outboxMessage.createMany({
      data: [
        message('waits', { estimateId: hostile.id, attempts: 0 }),
        message('is claimed', { estimateId: hostile.id, claimToken: 'token', nextAttemptAt: later(60_000) }),
        message('is sent', { estimateId: hostile.id, state: 'sent', providerId: 'p', sentAt: later(3) }),
        message('has failed', { address: 'new@example.com', state: 'failed', lastError: hostileText }),
      ],
    })
    const file = { estimateId: hostile.id, name: hostileText, type: 'application/pdf', createdAt: now }
    const fileIds = ['f', 'F', 'ƒ']
    for (const [place, id] of fileIds.entries())
      await storeTestFile(transaction, { ...file, id, bytes: everyByte(100_000 * place + 1) })
    const photo = { id: '€', requestKey: 'waits', type: 'image/jpeg', width: 3, height: 2, createdAt: now }
    await storeTestFile(transaction, { ...photo, bytes: everyByte(9), small: everyByte(3) })
    const written = { estimateId: hostile.id, lines: JSON.stringify([{ text: hostileText, cents: 9_999_999_999 }]) }
    const texts = { note: hostileText.repeat(50), starts: '', duration: hostileText, validUntil: '2026-02-04' }
    const answered = { answer: 'changes', answerText: hostileText, answeredAt: later(6), openedAt: later(5) }
    await transaction.proposal.createMany({
      data: [
        { ...written, ...texts, ...answered, id: 'P', number: 1, remind: true, fileId: 'F', sentAt: later(4) },
        { ...written, ...texts, id: 'p', number: 2, remind: false, revision: 7 },
      ],
    })
    await transaction.visit.create({
      data: {
        ...{ id: 'V', estimateId: hostile.id, startsAt: later(7), endsAt: later(8), place: hostileText },
        ...{ assigneeId: staff.id, sequence: 7, doneAt: later(9) },
      },
    })
    await transaction.savedView.createMany({
      data: [{ id: 'v', ownerId: staff.id, name: hostileText, shared: true, search: '{"q":"oak"}', createdAt: now }],
    })
    await transaction.attempt.createMany({
      data: Array.from({ length: attempts }, (_, hits) => ({
        key: `${['b', 'A', '_', 'a', 'B', '-'][hits % 6]}${hits}`,
        hits,
        blocks: 1,
        windowEndsAt: later(hits),
      })),
    })
    await transaction.reviewRequest.create({ data: { id: 'r', askedAt: now, optedOutAt: later(1) } })
    await transaction.nudge.createMany({
      data: [{ id: 'n', kind: 'assigned', userId: staff.id, subject: 'e:1', moreSubjects: '["f:2"]', createdAt: now }],
    })
    const { id: sessionId } = await transaction.session.findFirstOrThrow()
    await transaction.pushSubscription.create({
      data: { id: 'd', sessionId, endpoint: 'https://fcm.googleapis.com/x', p256dh: 'B', auth: 'a', createdAt: now },
    })
    await transaction.pushMessage.create({
      data: { id: 'q', nudgeId: 'n', subscriptionId: 'd', createdAt: now, nextAttemptAt: later(1) },
    })
  })
}

const inOrder = (one: string, other: string) => (one < other ? -1 : 1)

/** The engines answer in different orders. */
function byValue(groups: ReportOverview['types']) {
  return groups.toSorted((one, other) => inOrder(one.value, other.value))
}

const withBigInts = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** Reads all rows past the code that moves them, one after the other, because each connection costs a process. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const model of models) {
    const rows = await (database.read[model] as unknown as { findMany(): Promise<object[]> }).findMany()
    // The engines sort keys differently. JSON has instants with their milliseconds.
    tables[model] = rows.map((row) => JSON.stringify(row, withBigInts)).toSorted(inOrder)
  }
  return tables
}

/** Reads also what triggers and computed columns make of the rows, and what is counted. */
async function contents(database: Database) {
  const searches: { total: number | undefined; ids: string[] }[] = []
  for (const typed of ['a', 'queens', '718', 'zoe muller', 'astoria']) {
    const criteria = { search: readSearch(typed) }
    const { rows, total } = await database.queries.listEstimates({
      criteria,
      order: 'newest',
      limit: 100,
      counted: true,
    })
    searches.push({ total, ids: rows.map(({ estimate }) => estimate.id) })
  }
  const counts = await database.queries.countEstimates({}, now)
  const report = await readOverview({ database, clock }, { from: '2025-11-01', to: '2026-01-05' })
  return {
    rows: await rowsOf(database),
    searches,
    counts,
    report: {
      ...report,
      types: byValue(report.types),
      budgets: byValue(report.budgets),
      outcomes: byValue(report.outcomes),
    },
  }
}

async function filledContents(database: Database): Promise<Contents> {
  await fill(database)
  return await contents(database)
}

class Interruption extends Error {}

describe.each(directions)('a move %s', (direction) => {
  it('brings every row, search and count, and the program goes on there and no longer here', async () => {
    const { from, to, before } = await startOf(direction, false)
    expect(before.searches.map(({ total }) => total).filter((total = 0) => total > 0).length).toBeGreaterThan(2)
    for (const rows of Object.values(before.rows)) expect(rows.length).toBeGreaterThan(0)

    const moved = await moveDatabase({ from, to, log: silentLog })
    const rows = models.map((model) => [model, before.rows[model]?.length])
    expect(Object.fromEntries(moved.map((table) => [table.name, table.rows]))).toEqual(Object.fromEntries(rows))
    expect(await using(to, contents)).toEqual(before)

    const starting = open(from)
    await expect(starting).rejects.toThrow(MigrationRefused)
    await expect(starting).rejects.toThrow('This database was moved to')
    await expect(moveDatabase({ from, to, log: silentLog })).rejects.toThrow('This database was moved to')
  })

  it('that is interrupted leaves the source as it was, and a target on which no server starts', async () => {
    const { from, to, before } = await startOf(direction)
    const onProgress = (done: number, total: number) => {
      if (done > total / 2) throw new Interruption()
    }
    await expect(moveDatabase({ from, to, log: silentLog, onProgress })).rejects.toThrow(Interruption)
    expect(await queryDatabase(to, 'SELECT id FROM users')).toHaveLength(2)
    const interrupted = /^A move into this database from .* was interrupted\. Move again, into an empty database\.$/
    await expect(open(to)).rejects.toThrow(interrupted)
    await expect(moveDatabase({ from, to, log: silentLog })).rejects.toThrow(interrupted)
    expect(await using(from, rowsOf)).toEqual(before.rows)
  })

  it('lets nobody write to the source meanwhile, nor start a server on it', async () => {
    const { from, to } = await startOf(direction)
    let writing: Promise<unknown> | undefined
    let starting: Promise<unknown> | undefined
    const onProgress = () => {
      starting ??= open(from).catch((error: unknown) => error)
      if (isSqliteUrl(from)) writing ??= execute(from, 'DELETE FROM outbox_messages').catch((error: unknown) => error)
    }
    await moveDatabase({ from, to, log: silentLog, onProgress })
    // A server on PostgreSQL waits until the move has finished.
    expect(await starting).toBeInstanceOf(isSqliteUrl(from) ? DatabaseInUse : MigrationRefused)
    if (writing) expect(await writing).toMatchObject({ code: 'SQLITE_BUSY' })
  })

  it('is refused while the program runs on the source', async () => {
    const { from, to } = await startOf(direction)
    const running = await open(from)
    await running.ping()
    const moving = moveDatabase({ from, to, log: silentLog })
    if (isSqliteUrl(from)) await expect(moving).rejects.toThrow(DatabaseInUse)
    else await expect(moving).rejects.toThrow('The program is running on postgresql://')
    await running.close()
    await moveDatabase({ from, to, log: silentLog })
  })

  it('does not finish when a row is stored otherwise than it was', async () => {
    const { from, to } = await startOf(direction)
    const change = "UPDATE outbox_messages SET attempts = attempts + 1 WHERE id = 'waits'"
    await execute(
      to,
      isSqliteUrl(to)
        ? `CREATE TRIGGER counts AFTER INSERT ON outbox_messages BEGIN ${change}; END`
        : `CREATE FUNCTION counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${change}; RETURN NULL; END $$;
           CREATE TRIGGER counts AFTER INSERT ON outbox_messages EXECUTE FUNCTION counts()`,
    )
    await expect(moveDatabase({ from, to, log: silentLog })).rejects.toThrow(
      'The table outboxMessage differs after the move. Move again, into an empty database.',
    )
    await using(from, (database) => database.ping())
    await expect(open(to)).rejects.toThrow('was interrupted')
  })

  it('is refused into a database with data', async () => {
    const { from, to } = await startOf(direction)
    await using(to, (database) => openServerKey(database, clock))
    await expect(moveDatabase({ from, to, log: silentLog })).rejects.toThrow(
      'The target is not empty: its table setting has rows. Move into an empty database.',
    )
    for (const url of [from, to]) await using(url, (database) => database.ping())
  })

  it('is refused from a database of a newer version', async () => {
    const { from, to } = await startOf(direction)
    await execute(from, "UPDATE _prisma_migrations SET migration_name = '30' WHERE migration_name LIKE '%_init'")
    await expect(moveDatabase({ from, to, log: silentLog })).rejects.toThrow('has the migration 3')
  })

  it('can be taken back by opening the source again', async () => {
    const { from, to, before } = await startOf(direction)
    await expect(reopenDatabase(from, silentLog)).rejects.toThrow('was not moved to another database')
    await moveDatabase({ from, to, log: silentLog })
    await reopenDatabase(from, silentLog)
    expect(await using(from, rowsOf)).toEqual(before.rows)
  })
})

it('a move is refused between two of one engine, from an empty database and from a missing file', async () => {
  const onServer = inject('postgresqlUrl')
  const refused = (from: string, to: string) => moveDatabase({ from, to, log: silentLog })
  await expect(refused(fileUrl('a'), fileUrl('b'))).rejects.toThrow('"backup" and "restore"')
  await expect(refused(onServer, 'postgresql://localhost/other')).rejects.toThrow('use pg_dump')
  await expect(refused(fileUrl('missing'), onServer)).rejects.toThrow(`There is no database at ${folder.path}/missing.`)
  copyFileSync(emptyFile, join(folder.path, 'app.db'))
  server = await copyOnServer(inject('templateDatabase'))
  await expect(refused(fileUrl(), server.url)).rejects.toThrow('The source has no data.')
})

it('a move names the rows that PostgreSQL cannot store', async () => {
  const { from, to } = await startOf('from SQLite to PostgreSQL')
  await execute(from, "UPDATE sessions SET device = 'a' || char(0) || 'b'")
  await expect(moveDatabase({ from, to, log: silentLog })).rejects.toThrow(
    /^The rows of session from s to s cannot be stored\. Database error.*invalid byte sequence/,
  )
})
