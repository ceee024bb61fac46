import { sessionNotFound } from '#server/accounts/sessions/guards.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database, ReadClient } from '#server/database/database.ts'
import { switchSelect, toSwitches } from '#server/mail/messages/nudge-switches.ts'
import type { NudgeSettings, NudgeSwitch } from '#shared/nudges.ts'

type SettingsDeps = {
  readonly database: Pick<Database, 'read' | 'transaction'>
  readonly config: Pick<Config, 'staffInbox'>
  readonly clock: Clock
  readonly user: { readonly id: string; readonly email: string }
}

/** @throws {AppError} `unauthenticated` if the account has been deleted meanwhile */
export async function readNudgeSettings({ database, ...deps }: SettingsDeps): Promise<NudgeSettings> {
  return await readSettings(database.read, deps)
}

/**
 * Estimates that came in before their switch was turned on cause no email.
 *
 * @throws {AppError} `unauthenticated` if the account has been deleted meanwhile
 */
export async function setNudge(
  { database, ...deps }: SettingsDeps,
  { name, on }: { readonly name: NudgeSwitch; readonly on: boolean },
): Promise<NudgeSettings> {
  const { clock, user: person } = deps
  const id = person.id
  return await database.transaction(async (transaction) => {
    const { user } = transaction
    if (name !== 'newEstimates') await user.updateMany({ where: { id }, data: { [columnBySwitch[name]]: on } })
    else if (!on) await user.updateMany({ where: { id }, data: { newEstimatesSince: null } })
    else await user.updateMany({ where: { id, newEstimatesSince: null }, data: { newEstimatesSince: clock.now() } })
    return await readSettings(transaction, deps)
  })
}

const columnBySwitch = { assigned: 'notifyAssigned', deadlines: 'notifyDeadlines', digest: 'notifyDigest' } as const

async function readSettings(
  { user }: Pick<ReadClient, 'user'>,
  { config, user: person }: Pick<SettingsDeps, 'config' | 'user'>,
): Promise<NudgeSettings> {
  const columns = await user.findUnique({ where: { id: person.id }, select: switchSelect })
  if (!columns) throw sessionNotFound()
  return { ...toSwitches(columns), isStaffInbox: inboxKeys(config.staffInbox).includes(person.email) }
}

/** Accounts have their addresses in lower case. */
export function inboxKeys(staffInbox: readonly string[]): string[] {
  return staffInbox.map((address) => address.toLowerCase())
}
