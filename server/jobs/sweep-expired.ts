import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#server/database/database.ts'
import { accountFailures } from '#server/domain/accounts/account-limits.ts'
import { forgetAttempts } from '#server/rate-limits/attempts.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The most rows of one kind that one transaction removes: few enough that nobody waits for it. */
const batchSize = 250

/** How long counted attempts stay after their window, since the next one may be longer for having been used up. */
const attemptsKeptMs = dayMs

/** How long mails about accounts stay that went out, or never will. */
const accountMailsKeptMs = 30 * dayMs

/** How long an account waits for its address to be confirmed. */
const unconfirmedKeptMs = 30 * dayMs

type SweepDeps = {
  readonly database: Pick<Database, 'read' | 'transaction'>
  /** See auth/server-key.ts. */
  readonly serverKey: Buffer
  readonly now: Date
}

/** Removes up to {@link batchSize} rows of one kind; says how many. */
type Sweep = (deps: SweepDeps) => Promise<number>

const sweeps: readonly Sweep[] = [sessions, emailTokens, attempts, accountMails, unconfirmedAccounts]

/**
 * Removes what has expired: sessions, links of e-mails, counted attempts, delivered mails about accounts, and accounts
 * that were never confirmed. Nothing depends on it, as they count for nothing any more. The kinds take turns, so that
 * none waits for all of another, until little is left of any. Several processes may do it at once.
 *
 * @param shouldStop asked between two batches
 * @returns how many rows it removed
 * @throws {DatabaseUnavailable} some may be removed
 */
export async function sweepExpired(deps: SweepDeps, shouldStop: () => boolean = () => false): Promise<number> {
  let removed = 0
  let left = sweeps
  while (left.length > 0) {
    const full: Sweep[] = []
    for (const sweep of left) {
      if (shouldStop()) return removed
      const count = await sweep(deps)
      removed += count
      if (count === batchSize) full.push(sweep)
      await nextTurn()
    }
    left = full
  }
  return removed
}

async function sessions({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const expired = { expiresAt: { lt: now } }
  const rows = await read.session.findMany({ where: expired, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ session }) => session.deleteMany({ where: { id, ...expired } }))).count
}

async function emailTokens({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const expired = { expiresAt: { lt: now } }
  const rows = await read.emailToken.findMany({ where: expired, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ emailToken }) => emailToken.deleteMany({ where: { id, ...expired } }))).count
}

async function attempts({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const forgotten = { windowEndsAt: { lt: before(now, attemptsKeptMs) } }
  const rows = await read.attempt.findMany({ where: forgotten, select: { key: true }, take: batchSize })
  if (rows.length === 0) return 0
  // An attempt may have been counted in between, which begins a new window.
  const key = { in: rows.map((row) => row.key) }
  return (await transaction(({ attempt }) => attempt.deleteMany({ where: { key, ...forgotten } }))).count
}

/** Mails about estimates stay with them: the timeline shows them, and they keep a released one from being mailed twice. */
async function accountMails({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const where = {
    estimateId: null,
    createdAt: { lt: before(now, accountMailsKeptMs) },
    // Not as a list of the other states: SQLite would take the index of states, and go through the mails of all estimates.
    NOT: { state: 'pending' },
  }
  const rows = await read.outboxMessage.findMany({ where, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ outboxMessage }) => outboxMessage.deleteMany({ where: { id } }))).count
}

/** Not of invited staff, whom an operator expects, and not while a link or a mail is on its way. */
async function unconfirmedAccounts({ database: { read, transaction }, serverKey, now }: SweepDeps): Promise<number> {
  const where = {
    confirmedAt: null,
    role: 'user',
    createdAt: { lt: before(now, unconfirmedKeptMs) },
    tokens: { none: { expiresAt: { gte: now } } },
  }
  const rows = await read.user.findMany({ where, select: { id: true, email: true }, take: batchSize })
  if (rows.length === 0) return 0
  const emails = rows.map(({ email }) => email)
  return await transaction(async (writing) => {
    const mails = await writing.outboxMessage.findMany({
      where: { state: 'pending', address: { in: emails } },
      select: { address: true },
    })
    const awaited = new Set(mails.map(({ address }) => address))
    const id = { in: rows.filter(({ email }) => !awaited.has(email)).map((row) => row.id) }
    const { count } = await writing.user.deleteMany({ where: { ...where, id } })
    const left = await writing.user.findMany({ where: { email: { in: emails } }, select: { email: true } })
    const stay = new Set(left.map(({ email }) => email))
    // Counters of wrong passwords in a row have no end of their own.
    const gone = emails.filter((email) => !stay.has(email))
    await forgetAttempts(writing, serverKey, gone.flatMap(accountFailures))
    return count
  })
}

function before(instant: Date, ms: number): Date {
  return new Date(instant.getTime() - ms)
}
