import { createDeviceStorage, readFields } from './device-storage.ts'

const storage = createDeviceStorage()

/** Holds what the staff member last saw of the Today page, to be read without a connection. */
export const lastTodayKey = 'lastToday'

/** In milliseconds. Older ones are erased. */
export const lastTodayMaxAge = 24 * 60 * 60_000

type LastToday = {
  readonly userId: string
  /** In milliseconds since 1970. */
  readonly savedAt: number
  readonly today: Record<string, unknown>
}

export function keepLastToday(userId: string, today: object): void {
  storage.write(lastTodayKey, JSON.stringify({ userId, savedAt: Date.now(), today }))
}

export function forgetLastToday(): void {
  storage.remove(lastTodayKey)
}

/** Erases what another account has left. */
export function forgetTodayOfOthers(userId: string): void {
  if (readLastToday()?.userId !== userId) forgetLastToday()
}

/** Erases what is too old, from a clock that was ahead, or damaged. */
export function readLastToday(): LastToday | undefined {
  const text = storage.read(lastTodayKey)
  if (text === undefined) return undefined
  const { userId, savedAt, today } = readFields(text) ?? {}
  if (typeof userId === 'string' && typeof savedAt === 'number' && typeof today === 'object' && today) {
    const age = Date.now() - savedAt
    if (age >= 0 && age < lastTodayMaxAge) return { userId, savedAt, today: { ...today } }
  }
  forgetLastToday()
  return undefined
}
