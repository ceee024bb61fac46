import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Database, RenamedAccount, Transaction } from '#server/database/database.ts'
import { lockRemains, markRemains } from './remains.ts'

/** Nothing else runs during a step on SQLite, so that requests need a moment between two of them. */
const pauseMs = 20

/** A row per account whose address still has to leave the timelines. */
const toSettingName = (accountId: string) => `renaming ${accountId}`

const stateSchema = z.object({
  id: z.string(),
  addresses: z.array(z.string()),
  name: z.string(),
  /** The id of the last event that was looked at. */
  afterId: z.string(),
})

/** Has {@link finishRenamings} replace the addresses in all timelines, also if the process ends before. */
export async function queueRenaming(
  { setting }: Pick<Transaction, 'setting'>,
  account: RenamedAccount,
  now: Date,
): Promise<void> {
  const value = JSON.stringify({ ...account, afterId: '' })
  await setting.create({ data: { name: toSettingName(account.id), value, createdAt: now } })
}

/**
 * Timelines have no index by account, so it scans all events, in steps in the background. Several processes may run it
 * at once.
 *
 * @returns how many accounts were finished
 * @throws {DatabaseUnavailable}
 */
export async function finishRenamings(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  now: Date,
  isStopped: () => boolean,
  eventsPerStep = 2_000,
): Promise<number> {
  const waiting = await read.setting.findMany({ where: { name: { startsWith: 'renaming ' } } })
  let finished = 0
  for (const { name, value } of waiting) {
    const { afterId: begun, ...account } = stateSchema.parse(JSON.parse(value))
    let afterId: string | undefined = begun
    while (afterId !== undefined) {
      if (isStopped()) return finished
      const from: string = afterId
      afterId = await transaction(async ({ setting }, statements) => {
        await statements.lock([lockRemains])
        const last = await statements.renameInEvents(account, from, eventsPerStep)
        if (last === undefined) {
          await setting.deleteMany({ where: { name } })
          await markRemains({ setting }, now)
        } else {
          await setting.updateMany({ where: { name }, data: { value: JSON.stringify({ ...account, afterId: last }) } })
        }
        return last
      })
      await pause(pauseMs)
    }
    finished += 1
  }
  return finished
}
