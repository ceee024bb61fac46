import { browserNotifications, rememberNotified, showNotification } from '#client/lib/browser-notifications.ts'
import { logError } from '#client/lib/log-error.ts'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'

/** More at once are counted in one notification. */
const maxSingle = 3

/** Held by each tab that someone can see. */
const visibleLock = 'dashboard-visible'
const showLock = 'dashboard-notification'

type Arrival = {
  readonly projectType: string
  readonly location: string
  readonly budgetRange: string
  readonly urgent: boolean
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

  /** One tab at a time looks up and notes what was shown. */
  async function alone(work: () => void): Promise<void> {
    if (!navigator.locks) return work()
    await navigator.locks.request(showLock, () => work())
  }

  async function show(ids: readonly string[]): Promise<void> {
    if (await isSeen()) return
    if (ids.length > maxSingle) await alone(() => showMany(ids))
    else await Promise.all(ids.map(showOne))
  }

  function showMany(ids: readonly string[]): void {
    const fresh = ids.filter(rememberNotified)
    if (fresh.length === 0) return
    const title = `${fresh.length} new requests`
    showNotification({ tag: 'new requests', title, body: 'Press to see them.', onPress: () => open('/admin') })
  }

  async function showOne(id: string): Promise<void> {
    const { projectType, location, budgetRange, urgent } = await read(id)
    await alone(() => {
      if (!rememberNotified(id)) return
      // A locked screen shows it, so it has no name.
      showNotification({
        tag: id,
        title: `${urgent ? 'Urgent' : 'New'} request: ${optionLabel(projectTypes, projectType)}`,
        body: `${location}, ${optionLabel(budgetRanges, budgetRange)}`,
        onPress: () => open(`/admin/estimates/${id}`),
      })
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
