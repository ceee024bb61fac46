import { setTimeout as delay } from 'node:timers/promises'
import { outboxTimings } from '#server/mail/outbox/timings.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { percentile } from '#tests/support/percentile.ts'
import { audit } from './harness/audit.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { endLeases, openScene, type Scene, startScene } from './harness/scene.ts'
import { startWriters } from './harness/writers.ts'

const writers = 8
/** The limit of each process. */
const mailsInFlight = outboxTimings.maxClaimed
/** Covers many leases of a minute each. */
const drainLimitMs = 400_000
const readyLimitMs = 3_000
const refusedLocation = 'Rolled Back, NY'

/** Makes the second insert of a submission's transaction fail, so that everything in the same commit rolls back. */
const plantRollbacks = `
  CREATE TRIGGER drill_rollback BEFORE INSERT ON outbox_messages
  WHEN EXISTS (SELECT 1 FROM project_estimates WHERE id = new.estimate_id AND location = '${refusedLocation}')
  BEGIN SELECT RAISE(ABORT, 'drill'); END`

const earlyCheckpoints = {
  NODE_OPTIONS: `--import ${new URL('./harness/early-checkpoints.mjs', import.meta.url).href}`,
}

async function killAgainAndAgain(drill: DrillRun, { rollbacks }: { rollbacks: boolean }): Promise<void> {
  const scene = await startScene(drill)
  if (rollbacks) {
    await scene.server.end('SIGTERM')
    await changeDatabase(scene.place.databaseUrl, plantRollbacks)
    await scene.start()
  }
  const load = startWriters(scene, {
    writers,
    random: drill.random.fork('writers'),
    resend: 0.15,
    ...(rollbacks
      ? {
          vary: (random) => (random.chance(0.2) ? { location: refusedLocation } : {}),
          persists: ({ location }) => location !== refusedLocation,
        }
      : {}),
  })
  const kills = drill.count(rollbacks ? 100 : 300)
  const { boots, inBoot } = await kill(drill, scene, kills)
  await load.stop()
  drill.figure('kills', kills)
  drill.figure('in boot', inBoot)
  drill.figure('ready p50/p99/max ms', times(boots))
  drill.check('a tenth of the kills is during boot', inBoot >= Math.floor(kills / 10), inBoot)
  if (drill.isShort) await endLeases(scene, drainLimitMs)
  await scene.drained(drainLimitMs)
  if (rollbacks) {
    const refused = await scene.count(
      `SELECT count(*) AS count FROM project_estimates WHERE location = '${refusedLocation}'`,
    )
    drill.figure('rolled back', scene.ledger.entries.filter(({ reference }) => reference === undefined).length)
    drill.check('nothing of what was rolled back is stored', refused === 0, refused)
  }
  await audit(drill, scene, { mails: { maxEach: 1 + kills, maxRepeated: kills * mailsInFlight } })
  const { length } = scene.ledger.acknowledged
  const isEnough = drill.isShort || rollbacks || length >= drill.count(20_000)
  drill.check('enough was acknowledged to say anything', isEnough, length)
}

/** Kills the server at random moments, every tenth time during startup. On SQLite, a third of them meets checkpoints. */
async function kill(drill: DrillRun, scene: Scene, kills: number): Promise<{ boots: number[]; inBoot: number }> {
  const random = drill.random.fork('kills')
  const boots: number[] = []
  let inBoot = 0
  for (let count = 0; count < kills; count++) {
    // On a busy machine a fixed time may be too short for any submission.
    await acknowledged(scene, drill.isShort ? 10 : random.integer(60, 130))
    await delay(random.integer(50, 350))
    await scene.server.end('SIGKILL')
    if (count % 9 === 0) {
      const half = scene.spawn()
      await delay(random.integer(10, 600))
      await half.end('SIGKILL')
      inBoot += 1
      count += 1
    }
    const isEarly = drill.engine === 'sqlite' && count % 3 === 1
    boots.push(await scene.spawn(isEarly ? { settings: earlyCheckpoints } : {}).ready())
  }
  const limit = readyLimitMs * drill.slowness()
  drill.check(`it is ready within ${readyLimitMs} ms of a kill`, percentile(boots, 0.99) <= limit, {
    limit,
    times: times(boots),
  })
  return { boots, inBoot }
}

/** Kills the server while Postmark has accepted several emails and not yet responded. */
async function killWhileSending(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  const { postmark, counts } = scene.mailbox
  const random = drill.random.fork('kills')
  const kills = drill.count(60)
  const inDoubt = new Set<string>()
  let met = 0
  await scene.start()
  for (let round = 0; round < kills; round++) {
    const accepted = new Set<string>()
    postmark.behave(({ outboxId }) => {
      accepted.add(outboxId)
      return 'late'
    })
    const load = startWriters(scene, { writers, random: drill.random.fork(`round ${round}`) })
    await until(() => accepted.size > 2)
    await delay(random.integer(0, 150))
    await scene.server.end('SIGKILL')
    const recorded = await scene.rows<{ id: string }>("SELECT id FROM outbox_messages WHERE state = 'sent'")
    const sent = new Set(recorded.map(({ id }) => id))
    const unrecorded = [...accepted].filter((id) => !sent.has(id))
    for (const id of unrecorded) inDoubt.add(id)
    if (unrecorded.length > 2) met += 1
    postmark.behave('ok')
    await scene.start()
    await load.stop()
    await endLeases(scene, drainLimitMs)
    await scene.drained(drainLimitMs)
  }
  drill.figure('kills', kills)
  drill.figure('with several on their way', met)
  drill.figure('emails in doubt', inDoubt.size)
  drill.check('most kills meet several on their way', met >= kills / 2, met)
  const repeated = [...counts].filter(([, count]) => count > 1).map(([id]) => id)
  const others = repeated.filter((id) => !inDoubt.has(id))
  drill.check('only what was in doubt is sent twice', others.length === 0, others.slice(0, 3))
  await audit(drill, scene, { mails: { maxEach: 2, maxRepeated: inDoubt.size } })
}

/** Waits for more acknowledgements. */
async function acknowledged({ ledger }: Scene, more: number): Promise<void> {
  const enough = ledger.acknowledgements + more
  await until(() => ledger.acknowledgements >= enough)
}

/** Waits for half a minute at most. */
async function until(isTrue: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 30_000
  while (!isTrue() && performance.now() < giveUpAt) await delay(5)
}

export const killDrills: readonly Drill[] = [
  ...onBothEngines({ id: 'SENDING', title: 'kill -9 while emails are on their way', run: killWhileSending }),
  ...onBothEngines({
    id: 'R1',
    title: 'kill -9 under 8 writers',
    run: (drill) => killAgainAndAgain(drill, { rollbacks: false }),
  }),
  {
    id: 'R1',
    title: 'kill -9 under 8 writers, a fifth of the submissions rolled back',
    engine: 'sqlite',
    run: (drill) => killAgainAndAgain(drill, { rollbacks: true }),
  },
]
