import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { accountFailures } from '#server/accounts/limits/account-counters.ts'
import { forgetAttempts } from '#server/accounts/limits/attempts.ts'
import { addMs } from '#server/clock.ts'
import { readCompanyPhotos } from '#server/company/company-versions.ts'
import type { Database } from '#server/database/database.ts'
import { toFileName } from '#server/mail/transports/file-names.ts'
import { companyPhotosKey } from '#shared/company-photos.ts'
import { dayMs } from '#shared/durations.ts'
import { waitingPhotoMs } from '#shared/estimates/photos.ts'

/** Few enough that no request waits long. */
const batchSize = 250

/** SQLite overwrites what it deletes, and a photo may have several megabytes. */
const photosAtOnce = 10

/** One of 100,000 estimates has 200 batches. */
const maxExports = 5

/** The time for which rows are kept that nothing needs any more. docs/database.md lists all that grows. */
export const retentionMs = {
  /** The time counts from the end of the window, because an exhausted one makes the next one longer. */
  attempts: dayMs,
  accountEmails: 30 * dayMs,
  /** Later, none could be queued again: the deadlines and days have passed. */
  nudges: 30 * dayMs,
  unconfirmedAccounts: 30 * dayMs,
  /** The time counts from the end of their links, so that the page of a link can tell what became of it. */
  emailChanges: 30 * dayMs,
  /** Two years, in which timelines show who took the data. */
  exports: 730 * dayMs,
  auditEntries: 730 * dayMs,
  waitingPhotos: waitingPhotoMs,
} as const

type SweepDeps = {
  readonly database: Pick<Database, 'read' | 'transaction'>
  readonly serverKey: Buffer
  readonly mailFolder: string
  readonly now: Date
}

type Sweep = (deps: SweepDeps) => Promise<number>

const sweeps: readonly Sweep[] = [
  sweepSessions,
  sweepEmailTokens,
  sweepChallenges,
  sweepEmailChanges,
  sweepAttempts,
  sweepAccountMails,
  sweepNudges,
  sweepUnconfirmedAccounts,
  sweepExports,
  sweepAuditEntries,
  sweepWaitingPhotos,
]

/**
 * Several processes may run it at once.
 *
 * @throws {DatabaseUnavailable} some rows may be deleted
 */
export async function sweepExpired(deps: SweepDeps, shouldStop: () => boolean = () => false): Promise<number> {
  let removed = 0
  let due = sweeps
  while (due.length > 0) {
    const full: Sweep[] = []
    for (const sweep of due) {
      if (shouldStop()) return removed
      const count = await sweep(deps)
      removed += count
      if (count === batchSize) full.push(sweep)
      await nextTurn()
    }
    due = full
  }
  return removed
}

async function sweepSessions({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const expired = { expiresAt: { lt: now } }
  const rows = await read.session.findMany({ where: expired, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ session }) => session.deleteMany({ where: { id, ...expired } }))).count
}

async function sweepEmailTokens({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const expired = { expiresAt: { lt: now } }
  const rows = await read.emailToken.findMany({ where: expired, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ emailToken }) => emailToken.deleteMany({ where: { id, ...expired } }))).count
}

async function sweepChallenges({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const expired = { expiresAt: { lt: now } }
  const rows = await read.signInChallenge.findMany({ where: expired, select: { digest: true }, take: batchSize })
  if (rows.length === 0) return 0
  const digest = { in: rows.map((row) => row.digest) }
  return (await transaction(({ signInChallenge }) => signInChallenge.deleteMany({ where: { digest, ...expired } })))
    .count
}

/** Their links go with them. */
async function sweepEmailChanges({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const expired = { expiresAt: { lt: addMs(now, -retentionMs.emailChanges) } }
  const rows = await read.emailChange.findMany({ where: expired, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ emailChange }) => emailChange.deleteMany({ where: { id, ...expired } }))).count
}

async function sweepAttempts({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const forgotten = { windowEndsAt: { lt: addMs(now, -retentionMs.attempts) } }
  const rows = await read.attempt.findMany({ where: forgotten, select: { key: true }, take: batchSize })
  if (rows.length === 0) return 0
  // A new window may have started meanwhile.
  const key = { in: rows.map((row) => row.key) }
  return (await transaction(({ attempt }) => attempt.deleteMany({ where: { key, ...forgotten } }))).count
}

/**
 * Nudges count as emails about accounts. Emails about estimates stay, since the timeline and a release need them. Files go
 * first, since a row is what finds them.
 */
async function sweepAccountMails({ database: { read, transaction }, mailFolder, now }: SweepDeps): Promise<number> {
  const where = {
    estimateId: null,
    createdAt: { lt: addMs(now, -retentionMs.accountEmails) },
    // For a list of states, SQLite would use their index and read the emails of all estimates.
    NOT: { state: 'pending' },
  }
  const select = { id: true, kind: true, createdAt: true }
  const rows = await read.outboxMessage.findMany({ where, select, take: batchSize })
  if (rows.length === 0) return 0
  await Promise.all(rows.map((row) => rm(join(mailFolder, toFileName(row)), { force: true })))
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ outboxMessage }) => outboxMessage.deleteMany({ where: { id } }))).count
}

async function sweepNudges({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const expired = { createdAt: { lt: addMs(now, -retentionMs.nudges) } }
  const rows = await read.nudge.findMany({ where: expired, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  const id = { in: rows.map((row) => row.id) }
  return (await transaction(({ nudge }) => nudge.deleteMany({ where: { id } }))).count
}

/** Keeps invited staff and accounts with a valid link or queued email. */
async function sweepUnconfirmedAccounts({
  database: { read, transaction },
  serverKey,
  now,
}: SweepDeps): Promise<number> {
  const where = {
    confirmedAt: null,
    role: 'user',
    createdAt: { lt: addMs(now, -retentionMs.unconfirmedAccounts) },
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
    const withMail = new Set(mails.map(({ address }) => address))
    const id = { in: rows.filter(({ email }) => !withMail.has(email)).map((row) => row.id) }
    const { count } = await writing.user.deleteMany({ where: { ...where, id } })
    const left = await writing.user.findMany({ where: { email: { in: emails } }, select: { email: true } })
    const remaining = new Set(left.map(({ email }) => email))
    // The counter of consecutive wrong passwords never expires.
    const deleted = emails.filter((email) => !remaining.has(email))
    await forgetAttempts(writing, serverKey, deleted.flatMap(accountFailures))
    return count
  })
}

async function sweepExports({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const before = addMs(now, -retentionMs.exports)
  const oldest = await read.estimateExport.findFirst({ where: { at: { lt: before } }, select: { id: true } })
  if (!oldest) return 0
  return await transaction((_tables, statements) => statements.deleteExports(before, maxExports))
}

async function sweepAuditEntries({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const before = addMs(now, -retentionMs.auditEntries)
  const oldest = await read.auditEntry.findFirst({ where: { at: { lt: before } }, select: { id: true } })
  if (!oldest) return 0
  return await transaction((_tables, statements) => statements.deleteAuditEntries(before, batchSize))
}

/** Their requests were never sent, or without them. */
async function sweepWaitingPhotos({ database: { read, transaction }, now }: SweepDeps): Promise<number> {
  const lastDay = { lt: addMs(now, -retentionMs.waitingPhotos) }
  const unused = { requestKey: companyPhotosKey, id: { notIn: await readCompanyPhotos(read) } }
  const where = { estimateId: null, createdAt: lastDay, OR: [{ requestKey: { not: companyPhotosKey } }, unused] }
  const rows = await read.storedFile.findMany({ where, select: { id: true }, take: batchSize })
  if (rows.length === 0) return 0
  let removed = 0
  for (let start = 0; start < rows.length; start += photosAtOnce) {
    const id = { in: rows.slice(start, start + photosAtOnce).map((row) => row.id) }
    // One may have got its request meanwhile.
    removed += (await transaction(({ storedFile }) => storedFile.deleteMany({ where: { ...where, id } }))).count
  }
  return removed
}
