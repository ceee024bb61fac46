import { asFields, createDeviceStorage, entryDraftDays, readFields, recentRequestsKey } from './device-storage.ts'

const storage = createDeviceStorage()
const maxRequests = 5
const maxAge = entryDraftDays * 24 * 60 * 60_000

export type RecentRequest = { readonly id: string; readonly name: string; readonly details: string }

type Stored = RecentRequest & { readonly openedAt: number }

/** The last requests that an account opened on this device, the latest first. */
export function readRecentRequests(userId: string): readonly RecentRequest[] {
  return read(userId)
}

export function rememberRequest(userId: string, { id, name, details }: RecentRequest): void {
  const others = read(userId).filter((each) => each.id !== id)
  write(userId, [{ id, name, details, openedAt: Date.now() }, ...others].slice(0, maxRequests))
}

export function forgetRequest(userId: string, id: string): void {
  write(
    userId,
    read(userId).filter((each) => each.id !== id),
  )
}

/** @param exceptUserId the account whose requests stay */
export function forgetRecentRequests(exceptUserId?: string): void {
  if (exceptUserId === undefined || readFields(storage.read(recentRequestsKey))?.userId !== exceptUserId)
    storage.remove(recentRequestsKey)
}

/** Leaves out what is too old or damaged. */
function read(userId: string): readonly Stored[] {
  const stored = readFields(storage.read(recentRequestsKey))
  if (stored?.userId !== userId || !Array.isArray(stored.requests)) return []
  return stored.requests.flatMap((each: unknown) => {
    const { id, name, details, openedAt } = asFields(each) ?? {}
    if (typeof id !== 'string' || typeof name !== 'string' || typeof details !== 'string') return []
    return typeof openedAt === 'number' && Date.now() - openedAt < maxAge ? [{ id, name, details, openedAt }] : []
  })
}

function write(userId: string, requests: readonly Stored[]): void {
  storage.write(recentRequestsKey, JSON.stringify({ userId, requests }))
}
