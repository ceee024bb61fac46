import { randomUUID } from 'node:crypto'
import type { Migration } from '#server/database/migrations.ts'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { estimateMessageKinds } from '#server/domain/estimates/estimate-messages.ts'
import { historyOf } from '#tests/support/database/history.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { auditDatabase } from './harness/audit.ts'
import { type Drill, type DrillRun, type EngineName, onBothEngines } from './harness/drill.ts'
import { filePath } from './harness/place.ts'
import { openScene, type Scene } from './harness/scene.ts'
import { silentLog } from './harness/silent-log.ts'
import { query } from './harness/submit.ts'

async function migrateUntil(drill: DrillRun, scene: Scene, migrations: readonly Migration[]): Promise<void> {
  const { databaseUrl } = scene.place
  if (drill.engine === 'sqlite') migrateSqlite(filePath(databaseUrl), silentLog, migrations)
  else await migratePostgresql(databaseUrl, silentLog, migrations)
}

/** Rows with the columns that every version has. Every tenth has queued emails. */
async function insertOldRows({ place }: Scene, engine: EngineName, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const id = randomUUID()
    const at = new Date(Date.now() - (count - index) * 60_000)
    await insertRow(place.databaseUrl, 'project_estimates', { ...oldEstimate(index, engine), id, createdAt: at })
    const isPending = index % 10 === 0
    const progress = isPending
      ? { state: 'pending', attempts: 0, sentAt: null }
      : { state: 'sent', attempts: 1, sentAt: at }
    for (const kind of estimateMessageKinds)
      await insertRow(place.databaseUrl, 'outbox_messages', {
        id: randomUUID(),
        kind,
        estimateId: id,
        nextAttemptAt: at,
        createdAt: at,
        ...progress,
      })
  }
}

/** Each search below matches one row. */
function oldEstimate(index: number, engine: EngineName) {
  const digest = randomUUID()
  return {
    reference: `OLD-${index}`,
    name: index === 7 ? 'Zoë Müller' : `Visitor ${index}`,
    email: `old-${index}@example.com`,
    phone: `(718) 555-${1_000 + index}`,
    projectType: 'kitchen-remodel',
    projectDescription: index === 5 ? 'A wainscoting of oak' : 'New cabinets.',
    location: 'Astoria, NY 11102',
    timeline: '1-2-months',
    budgetRange: '50k-100k',
    squareFootage: 180,
    propertyType: 'condo',
    specificRequirements: null,
    // Only SQLite stores booleans as numbers.
    ...(engine === 'sqlite' ? { urgent: index % 4 === 0 ? 1 : 0 } : {}),
    status: ['new', 'in_progress', 'completed'][index % 3] ?? 'new',
    requestKey: randomUUID(),
    valuesDigest: digest,
    senderDigest: digest,
  }
}

async function upgradeFrom(drill: DrillRun, history: readonly Migration[], applied: number): Promise<void> {
  const scene = await openScene(drill)
  const rows = Math.max(20, drill.count(200))
  await migrateUntil(drill, scene, history.slice(0, applied))
  await insertOldRows(scene, drill.engine, rows)
  const from = `from ${history[applied - 1]?.name}`
  await scene.start()
  const stored = await scene.count('SELECT count(*) AS count FROM project_estimates')
  drill.check(`${from}: every row is there`, stored === rows, stored)
  const staff = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  for (const [what, text] of [
    ['a word', 'wainscoting'],
    ['a phone number', '555-1003'],
    ['letters without their accents', 'zoe muller'],
  ]) {
    const { body } = await query(scene.origin, 'estimates.list', { q: text }, staff.cookie)
    const { result } = JSON.parse(body) as { result?: { data?: { items?: unknown[] } } }
    drill.check(`${from}: ${what} finds its request`, result?.data?.items?.length === 1, body.slice(0, 200))
  }
  await scene.drained(60_000)
  const pending = 2 * Math.ceil(rows / 10)
  drill.check(
    `${from}: mails that waited go out, once`,
    scene.mailbox.accepted === pending && scene.mailbox.repeated() === 0,
    {
      accepted: scene.mailbox.accepted,
      pending,
    },
  )
  await auditDatabase(drill, scene)
  await scene.server.end('SIGTERM')
}

async function upgrades(drill: DrillRun): Promise<void> {
  const history = historyOf(drill.engine)
  for (let applied = 1; applied <= history.length; applied++) await upgradeFrom(drill, history, applied)
  drill.figure('versions', history.length)
}

export const upgradeDrills: readonly Drill[] = onBothEngines({
  id: 'UPGRADE',
  title: 'from every migration, with rows',
  run: upgrades,
})
