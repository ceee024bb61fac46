import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { readOrCreateSetting } from '#server/database/settings.ts'

/** OWASP's Password Storage Cheat Sheet asks for 10 at least; beyond 12 a sign-in is slow on any machine of today. */
const [lowest, highest] = [10, 12]

/** What hashing one password may take, in milliseconds. Much more, and people wait; much less, and guessing is cheap. */
const maxHashMs = 250

/**
 * The cost of all password hashes of this installation, measured on the machine of its first start. It stays the same
 * from then on, because a hash of another cost would tell by its time that the account exists.
 *
 * @returns bcrypt's cost, 10 to 12
 * @throws {DatabaseUnavailable}
 */
export async function openPasswordCost(database: Database, clock: Clock): Promise<number> {
  const create = async () => String(await measuredCost())
  return Number(await readOrCreateSetting(database, { name: 'password-cost', now: clock.now(), create }))
}

/** The highest cost that stays within the time. Blocks this thread for a moment, so it is for the start only. */
async function measuredCost(): Promise<number> {
  const { hashSync } = await import('bcryptjs')
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now()
    hashSync('a password to measure', lowest)
    return performance.now() - begun
  })
  const median = times.toSorted((a, b) => a - b)[2] ?? maxHashMs
  // Each step of the cost doubles the time.
  const steps = Math.floor(Math.log2(maxHashMs / median))
  return Math.min(highest, Math.max(lowest, lowest + steps))
}
