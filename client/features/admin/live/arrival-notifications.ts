import { browserNotifications, showNotification } from '#client/lib/browser-notifications.ts'
import { logError } from '#client/lib/log-error.ts'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'

/** More at once are counted in one notification. */
const maxSingle = 3

/** Held by each tab that someone can see. */
const visibleLock = 'dashboard-visible'
const countLock = 'dashboard-notification'

type Arrival = {
  readonly projectType: string
  readonly location: string
  readonly budgetRange: string
  readonly urgent: boolean
}

/**
 * Other tabs see a lock at once. What is written to storage reaches tabs of another process only later.
 *
 * @returns whether no open tab has shown this estimate. This tab then holds its lock until it closes.
 */
function claim(id: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise<never>(() => undefined)
    }
    // Without locks, the notification's tag replaces the former one.
    if (!navigator.locks) resolve(true)
    else navigator.locks.request(`notified ${id}`, { ifAvailable: true }, hold).catch(reject)
  })
}

type ArrivalNotificationsOptions = {
  /** Live changes carry ids only. */
  readonly read: (id: string) => Promise<Arrival>
}

export type ArrivalNotifications = {
  /** Shows new estimates if no tab of the dashboard can be seen. A tab that is told of them twice shows them once. */
  add(ids: readonly string[]): void
  /** Says how a pressed notification opens a page of the dashboard, until the returned function is called. */
  openWith(open: (path: string) => void): () => void
  close(): void
}

export function createArrivalNotifications({ read }: ArrivalNotificationsOptions): ArrivalNotifications {
  let open = (path: string) => window.location.assign(path)
  let release: (() => void) | undefined

  function announceVisibility(): void {
    const isVisible = document.visibilityState === 'visible'
    if (isVisible === (release !== undefined)) return
    release?.()
    release = undefined
    if (!isVisible) return
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    void navigator.locks?.request(visibleLock, { mode: 'shared' }, () => held)
  }

  async function isSeen(): Promise<boolean> {
    if (document.visibilityState === 'visible') return true
    const { held = [] } = (await navigator.locks?.query()) ?? {}
    return held.some(({ name }) => name === visibleLock)
  }

  async function show(ids: readonly string[]): Promise<void> {
    if (await isSeen()) return
    if (ids.length <= maxSingle) await Promise.all(ids.map(showOne))
    // Two tabs must not share the count.
    else if (navigator.locks) await navigator.locks.request(countLock, () => showMany(ids))
    else await showMany(ids)
  }

  async function showMany(ids: readonly string[]): Promise<void> {
    const claims = await Promise.all(ids.map(claim))
    const fresh = claims.filter(Boolean)
    if (fresh.length === 0) return
    const title = `${fresh.length} new requests`
    showNotification({ tag: 'new requests', title, body: 'Press to see them.', onPress: () => open('/admin') })
  }

  async function showOne(id: string): Promise<void> {
    const { projectType, location, budgetRange, urgent } = await read(id)
    if (!(await claim(id))) return
    // A locked screen shows it, so it has no name.
    showNotification({
      tag: id,
      title: `${urgent ? 'Urgent' : 'New'} request: ${optionLabel(projectTypes, projectType)}`,
      body: `${location}, ${optionLabel(budgetRanges, budgetRange)}`,
      onPress: () => open(`/admin/estimates/${id}`),
    })
  }

  announceVisibility()
  document.addEventListener('visibilitychange', announceVisibility)

  return {
    add(ids) {
      if (ids.length === 0 || browserNotifications() !== 'on') return
      show(ids).catch((error: unknown) => logError('A notification could not be shown.', error))
    },
    openWith(own) {
      const before = open
      open = own
      return () => {
        if (open === own) open = before
      }
    },
    close() {
      document.removeEventListener('visibilitychange', announceVisibility)
      release?.()
      release = undefined
    },
  }
}
