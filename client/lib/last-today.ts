import { hourMs } from '#shared/durations.ts'
import { createDeviceStorage, readFields } from './device-storage.ts'

const storage = createDeviceStorage()

/** Holds what the staff member last saw of the Today page, so that it can be read without a connection. */
export const lastTodayKey = 'lastToday'

/** Older ones are erased. */
export const lastTodayMaxAgeMs = 24 * hourMs

export type LastToday = {
  readonly userId: string
  readonly savedAt: number
  readonly today: Record<string, unknown>
}

export function keepLastToday(userId: string, today: object): void {
  storage.write(lastTodayKey, JSON.stringify({ userId, savedAt: Date.now(), today }))
}

export function forgetLastToday(): void {
  storage.remove(lastTodayKey)
}

/** Erases what another account left. */
export function forgetTodayOfOthers(userId: string): void {
  if (readLastToday()?.userId !== userId) forgetLastToday()
}

/** Erases what is too old, or from a clock that was ahead. */
export function readLastToday(): LastToday | undefined {
  const { userId, savedAt, today } = readFields(storage.read(lastTodayKey)) ?? {}
  const age = typeof savedAt === 'number' ? Date.now() - savedAt : Number.NaN
  const isGood = age >= 0 && age < lastTodayMaxAgeMs
  if (isGood && typeof userId === 'string' && typeof savedAt === 'number' && typeof today === 'object' && today)
    return { userId, savedAt, today: { ...today } }
  forgetLastToday()
  return undefined
}
