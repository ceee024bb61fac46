import type { Database } from '#server/database/database.ts'

/** The most rows that one run removes: few enough that nobody waits for it. */
const mostAtOnce = 500

/** How long counted attempts stay after their window, since the next one may be longer for having been used up. */
const attemptsKeptMs = 24 * 60 * 60 * 1000

/**
 * Removes some rows of one kind that have expired: sessions, links of e-mails, or counted attempts. Nothing depends on
 * it, as they count for nothing any more. Several processes may do it at once.
 *
 * @returns how many rows it removed; 0 where there are none left of any kind
 * @throws {DatabaseUnavailable}
 */
export async function sweepExpired(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  now: Date,
): Promise<number> {
  const expired = { expiresAt: { lt: now } }
  const forgotten = { windowEndsAt: { lt: new Date(now.getTime() - attemptsKeptMs) } }

  const sessions = await read.session.findMany({ where: expired, select: { id: true }, take: mostAtOnce })
  if (sessions.length > 0) {
    const id = { in: sessions.map((row) => row.id) }
    return (await transaction(({ session }) => session.deleteMany({ where: { id, ...expired } }))).count
  }
  const tokens = await read.emailToken.findMany({ where: expired, select: { id: true }, take: mostAtOnce })
  if (tokens.length > 0) {
    const id = { in: tokens.map((row) => row.id) }
    return (await transaction(({ emailToken }) => emailToken.deleteMany({ where: { id, ...expired } }))).count
  }
  const attempts = await read.attempt.findMany({ where: forgotten, select: { key: true }, take: mostAtOnce })
  if (attempts.length === 0) return 0
  // An attempt may have been counted in between, which begins a new window.
  const key = { in: attempts.map((row) => row.key) }
  return (await transaction(({ attempt }) => attempt.deleteMany({ where: { key, ...forgotten } }))).count
}
