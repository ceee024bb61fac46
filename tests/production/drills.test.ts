import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { drills } from '#tests/drills/drills.ts'
import type { Drill } from '#tests/drills/harness/drill.ts'
import { watchPace } from '#tests/drills/harness/pace.ts'
import { type RunOptions, replayCommand, runDrill } from '#tests/drills/harness/run-drill.ts'
import { startedDatabases } from '#tests/support/server/started-folder.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const pace = watchPace()
afterAll(() => pace.stop())
const seed = process.env.DRILL_SEED ?? String(Math.floor(Math.random() * 1e9))

/** The drills of every `npm test`, each with the part of the full number of repetitions that there is time for. */
const mostlyWaiting: Readonly<Record<string, number>> = {
  R1: 0.01,
  R3: 0.01,
  R6: 0.05,
  R11: 0.02,
  PUSH: 0.03,
  TAKEN: 0.03,
  'HALF-OPEN': 0.05,
}
/** These measure how long answers take, so one at a time. */
const measuring: Readonly<Record<string, number>> = { CONNECT: 0.05, TEXTS: 0.03 }

const withScale = (scales: Readonly<Record<string, number>>) =>
  drills
    .filter(({ id }) => id in scales)
    .map((drill) => [`${drill.id}, ${drill.title}, ${drill.engine}`, drill, scales[drill.id] ?? 1] as const)

async function holds(_name: string, drill: Drill, scale: number): Promise<void> {
  const postgresql = async () => ({ url: inject('postgresqlUrl') })
  const started = await startedDatabases(drill.engine)
  const options: RunOptions = { seed, scale, dist, soakMinutes: 1, postgresql, started, pace }
  const { broken, figures } = await runDrill(drill, options)
  expect(broken, `${JSON.stringify(figures)}, again: ${replayCommand(drill, options, dist)}`).toEqual([])
}

describe('the drills', () => {
  describe.concurrent('that wait more than they work', () => {
    it.each(withScale(mostlyWaiting))('passes the drill %s', { timeout: 180_000 }, holds)
  })
  it.each(withScale(measuring))('passes the drill %s', { timeout: 60_000 }, holds)
})
