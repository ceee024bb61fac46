import { pino } from 'pino'
import { addMs } from '#server/clock.ts'
import { openDatabase } from '#server/database/open.ts'
import { prepareNudge } from '#server/mail/messages/prepare-nudge.ts'
import { queueDueNudges } from '#server/nudges/queue-nudges.ts'
import { newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import { minuteMs } from '#shared/durations.ts'
import { digestHour } from '#shared/nudges.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { p95, rounded, timeOf } from './figures.ts'
import { storeGeneratedEstimates } from './generate-estimates.ts'
import { options } from './options.ts'

const storedEstimates = options.rows ?? 100_000
const times = 10 * (options.rounds ?? 4)
/** The day is a Tuesday. */
const morning = newYorkInstant('2026-01-06', digestHour * 60)

async function measure(engine: Engine): Promise<void> {
  const url = await engine.newDatabase()
  const before = await openDatabase({ url, log: pino({ level: 'silent' }) })
  const [first, ...others] = await Promise.all(
    ['ana', 'ben', 'cleo', 'dan', 'eva'].map((name) =>
      storeStaff(before, { email: `${name}@builders.example`, newEstimatesSince: new Date(0) }),
    ),
  )
  if (!first) throw new Error('there is no staff')
  await before.close()
  await storeGeneratedEstimates(url, storedEstimates, [first, ...others], morning)
  if (engine.name === 'PostgreSQL') await queryDatabase(url, 'VACUUM ANALYZE')
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  const look = (now: Date) => queueDueNudges({ database, staffInbox: [], now })

  let queued = 0
  const firstLook = await timeOf(async () => {
    queued = await look(morning)
  })
  const looks = await p95(times, () => look(addMs(morning, minuteMs)))
  const digest = await database.read.nudge.findFirstOrThrow({
    where: { kind: 'nudge.digest', subject: newYorkDay(morning) },
  })
  const prepared = await p95(times, () => prepareNudge(database, digest.id, morning))
  console.log(`\n${engine.name}: nudges among ${storedEstimates} estimates, five people, p95 of ${times}`)
  console.table({
    'the look at 7:00, once': `${firstLook.toFixed(1)} ms, ${queued} queued`,
    'a look that finds nothing': `${rounded(looks, 1)} ms`,
    'the digest of a person': `${rounded(prepared, 1)} ms`,
  })
  await database.close()
}

/** Times a look for due nudges and the read of a digest, on both engines. */
export async function benchNudges(): Promise<void> {
  await onEachEngine(measure)
}
