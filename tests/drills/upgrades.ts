import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { estimateMessageKinds } from '#server/estimates/submit/estimate-messages.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { auditDatabase } from './harness/audit.ts'
import { type Drill, type DrillRun, type EngineName, onBothEngines } from './harness/drill.ts'
import { openScene, type Scene } from './harness/scene.ts'
import { query } from './harness/submit.ts'

/** Every tenth row has queued emails. */
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

async function upgrade(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  const rows = Math.max(20, drill.count(2_000))
  await changeDatabase(scene.place.databaseUrl, readFileSync(`tests/database/version-0.2/${drill.engine}.sql`, 'utf8'))
  await insertOldRows(scene, drill.engine, rows)
  await scene.start()
  const stored = await scene.count('SELECT count(*) AS count FROM project_estimates')
  drill.check('every row is there', stored === rows, stored)
  const staff = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  for (const [what, text] of [
    ['a word', 'wainscoting'],
    ['a phone number', '555-1003'],
    ['letters without their accents', 'zoe muller'],
  ]) {
    const { body } = await query(scene.origin, 'estimates.list', { q: text }, staff.cookie)
    const { result } = JSON.parse(body) as { result?: { data?: { items?: unknown[] } } }
    drill.check(`${what} finds its request`, result?.data?.items?.length === 1, body.slice(0, 200))
  }
  await scene.drained(60_000)
  const pending = 2 * Math.ceil(rows / 10)
  const { accepted } = scene.mailbox
  const isEachSentOnce = accepted === pending && scene.mailbox.repeated() === 0
  drill.check('mails that waited go out, once', isEachSentOnce, { accepted, pending })
  await auditDatabase(drill, scene)
  await scene.server.end('SIGTERM')
}

export const upgradeDrills: readonly Drill[] = onBothEngines({
  id: 'UPGRADE',
  title: 'from 0.2, with rows',
  run: upgrade,
})
