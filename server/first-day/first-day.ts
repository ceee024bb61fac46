import * as z from 'zod/mini'
import type { Clock } from '#server/clock.ts'
import { areSamplesReplaced, isCompanyPublished } from '#server/company/first-day-checks.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { writeSetting } from '#server/database/settings.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { readLastBackup } from '#server/last-backup.ts'
import { doesEmailWork } from '#server/mail/outbox/mail-state.ts'
import type { FirstDay, FirstDayLine } from '#shared/first-day.ts'

type FirstDayDeps = {
  readonly database: Pick<Database, 'read' | 'readSetting' | 'transaction'>
  readonly clock: Clock
  readonly config: Pick<Config, 'staffInbox' | 'dataDir'>
  /** This administrator looks at the list. */
  readonly user: { readonly id: string }
}

/** Each looks for itself: no one ticks a line. */
const checks: readonly {
  readonly id: FirstDayLine
  readonly check: (deps: FirstDayDeps) => boolean | Promise<boolean>
}[] = [
  { id: 'company', check: () => isCompanyPublished() },
  { id: 'samples', check: () => areSamplesReplaced() },
  { id: 'email', check: ({ database }) => doesEmailWork(database) },
  { id: 'colleague', check: hasColleague },
  { id: 'second-factor', check: hasSecondFactor },
  { id: 'request', check: hasOwnRequest },
  { id: 'backup', check: ({ config }) => readLastBackup(config.dataDir) !== null },
]

const settingName = 'first-day'

const storedSchema = z.object({ declined: z.array(z.string()), isDone: z.boolean() })
type Stored = z.infer<typeof storedSchema>

/** @returns null for good once no line is open; that takes one query */
export async function readFirstDay(deps: FirstDayDeps): Promise<FirstDay | null> {
  const { declined, isDone } = parseStored(await deps.database.readSetting(settingName))
  if (isDone) return null
  const lines = await Promise.all(
    checks.map(async ({ id, check }) => {
      const other = declined.includes(id) ? 'declined' : 'open'
      return { id, state: (await check(deps)) ? 'done' : other } as const
    }),
  )
  if (lines.some(({ state }) => state === 'open')) return lines
  await changeStored(deps, (stored) => ({ ...stored, isDone: true }))
  return null
}

/** Declines a line for the whole installation, or takes that back. */
export async function declineLine(
  deps: FirstDayDeps,
  { id, declined }: { readonly id: FirstDayLine; readonly declined: boolean },
): Promise<FirstDay | null> {
  await changeStored(deps, (stored) => {
    const others = stored.declined.filter((other) => other !== id)
    return { ...stored, declined: declined ? [...others, id] : others }
  })
  return await readFirstDay(deps)
}

async function changeStored({ database, clock }: FirstDayDeps, change: (stored: Stored) => Stored): Promise<void> {
  await database.transaction(async (transaction, statements) => {
    await statements.lock([`setting ${settingName}`])
    const row = await transaction.setting.findUnique({ where: { name: settingName }, select: { value: true } })
    const value = JSON.stringify(change(parseStored(row?.value)))
    await writeSetting(transaction, statements, { name: settingName, value, now: clock.now() })
  })
}

function parseStored(value: string | undefined): Stored {
  return value === undefined ? { declined: [], isDone: false } : storedSchema.parse(JSON.parse(value))
}

async function hasColleague({ database: { read } }: FirstDayDeps): Promise<boolean> {
  // Those who are invited have their role already.
  return (await read.user.count({ where: { role: { not: 'user' } } })) > 1
}

async function hasSecondFactor({ database: { read }, user: { id } }: FirstDayDeps): Promise<boolean> {
  const own = await read.user.findUnique({ where: { id }, select: { secondFactorAt: true } })
  return own !== null && own.secondFactorAt !== null
}

async function hasOwnRequest({ database: { read }, config }: FirstDayDeps): Promise<boolean> {
  const administrators = await read.user.findMany({ where: { role: 'admin' }, select: { email: true } })
  const keys = [...administrators.map(({ email }) => email), ...config.staffInbox].map(mailboxKey)
  const where = { emailKey: { in: keys }, quarantinedAt: null }
  const request = await read.projectEstimate.findFirst({ where, select: { id: true } })
  return request !== null
}
