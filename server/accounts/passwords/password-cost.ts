import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { readOrCreateSetting } from '#server/database/settings.ts'

/** OWASP's Password Storage Cheat Sheet asks for at least 10; above 12, sign-ins are slow. */
const [lowest, highest] = [10, 12]

/** Longer makes users wait; shorter makes guessing cheap. */
const maxHashMs = 250

/** Small, so that the first start is not held up. Each step of the cost doubles the time. */
const sampleCost = 6

/** The cost never changes, because hashes of another cost would reveal accounts by their time. */
export async function openPasswordCost(database: Database, clock: Clock): Promise<number> {
  const create = async () => String(await measuredCost())
  return Number(await readOrCreateSetting(database, { name: 'password-cost', now: clock.now(), create }))
}

async function measuredCost(): Promise<number> {
  const { hashSync } = await import('bcryptjs')
  const times = Array.from({ length: 9 }, () => {
    const begun = performance.now()
    hashSync('a password to measure', sampleCost)
    return performance.now() - begun
  })
  const median = times.toSorted((a, b) => a - b)[4] ?? maxHashMs
  const affordable = sampleCost + Math.floor(Math.log2(maxHashMs / median))
  return Math.min(highest, Math.max(lowest, affordable))
}
