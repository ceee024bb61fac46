import * as z from 'zod/mini'
import { type AuditPerson, addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { assertStillAllowed } from '#server/accounts/second-factor/administrators.ts'
import { addMs, type Clock } from '#server/clock.ts'
import type { Database, ReadClient } from '#server/database/database.ts'
import type { DueForErasure } from '#server/database/queries/retention-query.ts'
import { readOrCreateSetting, writeSetting } from '#server/database/settings.ts'
import { AppError } from '#server/errors.ts'
import { addDays, addMonths, newYorkDay, newYorkInstant, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import {
  acceptedYears,
  defaultRetention,
  type RetentionRules,
  retentionRulesSchema,
  sameRules,
} from '#shared/retention.ts'

const rulesSetting = 'retention'
const runSetting = 'retention-run'

/** After an installation or an upgrade, the staff can see what will be erased for this long, unless they confirm it. */
const graceDays = 30

/** Erasing begins so many minutes after midnight in New York. */
const runsAtMinutes = 3 * 60

const storedSchema = z.object({
  ...retentionRulesSchema.shape,
  startsAt: z.string(),
  changedAt: z.optional(z.string()),
})
type StoredRules = z.infer<typeof storedSchema>

export type Retention = {
  readonly rules: RetentionRules
  /** Nothing is erased before this instant, in ISO 8601. Null before the first start of this version. */
  readonly startsAt: string | null
  /** The next run, in ISO 8601. */
  readonly nextRunAt: string
  /** Whether an administrator has chosen or confirmed the rules. */
  readonly isConfirmed: boolean
}

/** Begins the time of grace at the first start. */
export async function beginRetention(
  database: Pick<Database, 'readSetting' | 'transaction'>,
  now: Date,
): Promise<StoredRules> {
  const value = await readOrCreateSetting(database, {
    name: rulesSetting,
    now,
    create: () => JSON.stringify({ ...defaultRetention, startsAt: addMs(now, graceDays * dayMs).toISOString() }),
  })
  return storedSchema.parse(JSON.parse(value))
}

async function readStored({ setting }: Pick<ReadClient, 'setting'>): Promise<StoredRules | undefined> {
  const stored = await setting.findUnique({ where: { name: rulesSetting }, select: { value: true } })
  return stored ? storedSchema.parse(JSON.parse(stored.value)) : undefined
}

/** Reads the rules in force, which the privacy page states. */
export async function readRetentionRules(read: Pick<ReadClient, 'setting'>): Promise<RetentionRules> {
  const { completedMonths, spamMonths } = (await readStored(read)) ?? defaultRetention
  return { completedMonths, spamMonths }
}

type RetentionDeps = {
  readonly database: Pick<Database, 'read' | 'queries' | 'transaction'>
  readonly clock: Clock
}

export async function readRetention({ database: { read }, clock }: RetentionDeps): Promise<Retention> {
  const now = clock.now()
  const stored = await readStored(read)
  const lastRun = await read.setting.findUnique({ where: { name: runSetting }, select: { value: true } })
  const { completedMonths, spamMonths } = stored ?? defaultRetention
  const earliest = stored ? new Date(stored.startsAt) : addMs(now, graceDays * dayMs)
  return {
    rules: { completedMonths, spamMonths },
    startsAt: stored?.startsAt ?? null,
    nextRunAt: nextRun(now, earliest, lastRun?.value).toISOString(),
    isConfirmed: stored?.changedAt !== undefined,
  }
}

function nextRun(now: Date, earliest: Date, lastRunDay: string | undefined): Date {
  const from = earliest > now ? earliest : now
  const day = newYorkDay(from)
  const today = newYorkInstant(day, runsAtMinutes)
  // A run that was missed is made up for within minutes.
  if (lastRunDay !== day && today <= from) return from
  return lastRunDay !== day && today > from ? today : newYorkInstant(addDays(day, 1), runsAtMinutes)
}

/** The estimates that the rules would erase now. */
export async function previewRetention(
  { database: { queries }, clock }: RetentionDeps,
  rules: RetentionRules,
): Promise<DueForErasure> {
  return await queries.dueForErasure({ ...cutoffs(rules, clock.now()), limit: 20 })
}

/** Months end with a day in New York. */
export function cutoffs({ completedMonths, spamMonths }: RetentionRules, now: Date) {
  const today = newYorkDay(now)
  const monthsAgo = (months: number) => startOfNewYorkDay(addMonths(today, -months))
  return {
    completedBefore: completedMonths === null ? null : monthsAgo(completedMonths),
    spamBefore: spamMonths === null ? null : monthsAgo(spamMonths),
    acceptedSince: monthsAgo(12 * acceptedYears),
  }
}

type NewRules = RetentionRules & { readonly seen: RetentionRules }

/**
 * Changes the rules, or confirms them. They hold from tomorrow's run on.
 *
 * @throws {AppError} `insufficient_role`; `conflict` if the rules are not those that the page showed
 */
export async function setRetention(
  { database, clock, user }: RetentionDeps & { readonly user: AuditPerson },
  { seen, ...rules }: NewRules,
): Promise<Retention> {
  const now = clock.now()
  await database.transaction(async (transaction, statements) => {
    await statements.lock([`setting ${rulesSetting}`])
    await assertStillAllowed(transaction, { user })
    const present = await readRetentionRules(transaction)
    if (!sameRules(present, seen))
      throw new AppError('conflict', 'A colleague has changed these rules in the meantime. Nothing was saved.')
    // A mistake can be seen and undone for the rest of the day.
    const startsAt = newYorkInstant(addDays(newYorkDay(now), 1), runsAtMinutes).toISOString()
    const value = JSON.stringify({ ...rules, startsAt, changedAt: now.toISOString() })
    await writeSetting(transaction, statements, { name: rulesSetting, value, now })
    await addAuditEntry(transaction, {
      kind: 'retention.changed',
      actor: user,
      details: { completed: formatMonths(rules.completedMonths), spam: formatMonths(rules.spamMonths) },
      now,
    })
  })
  return await readRetention({ database, clock })
}

const formatMonths = (months: number | null) => months ?? 'never'

/** @returns whether this process is to make today's run; of several, one is */
export async function claimRun(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  startsAt: Date,
  now: Date,
): Promise<boolean> {
  const day = newYorkDay(now)
  if (now < startsAt || now < newYorkInstant(day, runsAtMinutes)) return false
  const stored = await read.setting.findUnique({ where: { name: runSetting }, select: { value: true } })
  if (stored?.value === day) return false
  return await transaction(async ({ setting }, statements) => {
    await statements.lock([`setting ${runSetting}`])
    const { count } = await setting.updateMany({
      where: { name: runSetting, NOT: { value: day } },
      data: { value: day },
    })
    if (count > 0) return true
    if ((await setting.count({ where: { name: runSetting } })) > 0) return false
    await setting.create({ data: { name: runSetting, value: day, createdAt: now } })
    return true
  })
}
