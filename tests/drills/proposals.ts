import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { endLeases, type Scene, startScene } from './harness/scene.ts'
import { send } from './harness/submit.ts'

/** Covers many leases of a minute each. */
const drainLimitMs = 400_000
const sentBetween = 8

type Draft = { readonly id: string; readonly proposalId: string }

/** Stores contacted requests, each with a draft that can be sent. */
async function storeDrafts(scene: Scene, count: number): Promise<Draft[]> {
  const { databaseUrl } = scene.place
  await insertManyEstimates(databaseUrl, count, new Date(Date.now() - count * 1_000))
  await changeDatabase(databaseUrl, 'UPDATE project_estimates SET first_contact_at = created_at')
  const estimates = await scene.rows<{ id: string }>('SELECT id FROM project_estimates')
  const drafts = estimates.map(({ id }) => ({ id, proposalId: randomUUID() }))
  for (const { id: estimateId, proposalId: rowId } of drafts)
    await insertRow(databaseUrl, 'proposals', {
      ...{ id: rowId, estimateId, number: 1, lines: '[{"text":"Tiles","cents":120001}]', note: '', starts: '' },
      ...{ duration: '', validUntil: '2199-01-01', remind: false, revision: 1 },
    })
  return drafts
}

/** @returns the status, or undefined without a complete response */
async function press(scene: Scene, cookie: string, draft: Draft): Promise<number | undefined> {
  const body = { ...draft, version: 1, revision: 1 }
  return await send(`${scene.origin}/api/trpc/proposals.send`, body, { cookie }).then(
    ({ status }) => status,
    () => undefined,
  )
}

async function audit(drill: DrillRun, scene: Scene, acknowledged: readonly Draft[]): Promise<void> {
  await scene.drained(drainLimitMs)
  const { counts, recipients } = scene.mailbox
  const lost = acknowledged.filter(({ proposalId }) => !counts.has(proposalId))
  drill.check('each acknowledged proposal was mailed', lost.length === 0, lost.slice(0, 3))
  const twice = [...recipients].filter(([, ids]) => new Set(ids).size > 1)
  drill.check('nobody got two emails with different ids', twice.length === 0, twice.slice(0, 3))
  const broken =
    await scene.rows(`SELECT proposals.id FROM proposals LEFT JOIN outbox_messages ON outbox_messages.id = proposals.id
    WHERE (proposals.sent_at IS NULL) <> (outbox_messages.id IS NULL)`)
  drill.check('a proposal is sent exactly if its email is queued', broken.length === 0, broken)
  const sent = await scene.count('SELECT count(*) AS count FROM proposals WHERE sent_at IS NOT NULL')
  const events = await scene.count("SELECT count(*) AS count FROM estimate_events WHERE kind = 'proposal_sent'")
  drill.check('each one that was sent has one event', sent === events, { sent, events })
  drill.figure('sent', sent)
  drill.figure(
    'emails',
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  )
}

/** Twenty people press Send at the same time. */
async function crowd(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  const drafts = await storeDrafts(scene, drill.count(100))
  for (const draft of drafts) {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => press(scene, cookie, draft)))
    const sent = statuses.filter((status) => status === 200).length
    drill.check('one of twenty sends it', sent === 1, statuses)
    drill.check('the others are told', statuses.filter((status) => status === 409).length === 19, statuses)
  }
  await audit(drill, scene, drafts)
  drill.check('each has one email', scene.mailbox.max() === 1 && scene.mailbox.accepted === drafts.length)
}

async function killWhileSending(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  const kills = drill.count(50)
  const drafts = await storeDrafts(scene, kills * sentBetween)
  const random = drill.random.fork('kills')
  const acknowledged: Draft[] = []
  for (let kill = 0; kill < kills; kill++) {
    const some = drafts.slice(kill * sentBetween, (kill + 1) * sentBetween)
    const sends = some.map((draft) => () => press(scene, cookie, draft))
    // The first one finds a process that has just started.
    if ((await sends.shift()?.()) === 200) acknowledged.push(...some.slice(0, 1))
    const presses = sends.map(async (run, index) => {
      await delay(index * 5)
      if ((await run()) === 200) acknowledged.push(...some.slice(index + 1, index + 2))
    })
    // On a busy machine a fixed time may be too short for any.
    await Promise.race(presses)
    await delay(random.integer(0, 40))
    await scene.server.end('SIGKILL')
    await Promise.all(presses)
    await scene.start()
  }
  drill.figure('kills', kills)
  drill.figure('acknowledged', acknowledged.length)
  const open = drafts.length - acknowledged.length
  drill.check('most kills meet presses', acknowledged.length > kills && open > kills / 2, open)
  await endLeases(scene, drainLimitMs)
  await audit(drill, scene, acknowledged)
}

export const proposalDrills: readonly Drill[] = [
  ...onBothEngines({ id: 'PROPOSALS', title: '20 people send each of 100 proposals', run: crowd }),
  ...onBothEngines({ id: 'PROPOSALS', title: 'kill -9 while proposals are sent', run: killWhileSending }),
]
