import { createDeviceStorage, readFields } from './device-storage.ts'

const storage = createDeviceStorage()

/** Holds what the staff member last saw of the Today page, to be read without a connection. */
export const offlineTodayKey = 'lastToday'

/** In milliseconds. Older copies are erased. */
export const offlineTodayMaxAge = 24 * 60 * 60_000

type OfflineTodayPage = {
  readonly userId: string
  /** It is in milliseconds since 1970. */
  readonly savedAt: number
  readonly today: Record<string, unknown>
}

export function saveOfflineToday(userId: string, today: object): void {
  storage.write(offlineTodayKey, JSON.stringify({ userId, savedAt: Date.now(), today }))
}

export function forgetOfflineToday(): void {
  storage.remove(offlineTodayKey)
}

/** Erases what another account has left. */
export function forgetOfflineTodayOfOthers(userId: string): void {
  if (readStoredToday()?.userId !== userId) forgetOfflineToday()
}

/** Erases what is too old, from a clock that was ahead, or damaged. */
export function readStoredToday(): OfflineTodayPage | undefined {
  const text = storage.read(offlineTodayKey)
  if (text === undefined) return undefined
  const { userId, savedAt, today } = readFields(text) ?? {}
  if (typeof userId === 'string' && typeof savedAt === 'number' && typeof today === 'object' && today) {
    const age = Date.now() - savedAt
    if (age >= 0 && age < offlineTodayMaxAge) return { userId, savedAt, today: { ...today } }
  }
  forgetOfflineToday()
  return undefined
}
