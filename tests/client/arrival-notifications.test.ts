import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type ArrivalNotifications,
  createArrivalNotifications,
} from '#client/features/admin/live/arrival-notifications.ts'
import { createDeviceStorage, notificationsKey } from '#client/lib/device-storage.ts'
import { setVisibility } from '#tests/support/client/browser-tab.ts'
import { FakeNotification } from '#tests/support/client/fake-notification.ts'

type Held = { readonly name: string; readonly mode: LockMode }
type Work = (lock: Held | null) => unknown

/** The browser's locks, shared by the tabs of a test: the test environment has none. */
class FakeLocks {
  readonly #held = new Set<Held>()
  readonly #last = new Map<string, Promise<unknown>>()

  async request(name: string, ...[first, second]: [LockOptions, Work] | [Work]): Promise<unknown> {
    const options = typeof first === 'function' ? {} : first
    const run = typeof first === 'function' ? first : second
    const { mode = 'exclusive', ifAvailable = false } = options
    if (ifAvailable && this.#last.has(name)) return await run?.(null)
    const before = mode === 'exclusive' ? this.#last.get(name) : undefined
    const done = (async () => {
      await before
      const held = { name, mode }
      this.#held.add(held)
      try {
        return await run?.(held)
      } finally {
        this.#held.delete(held)
      }
    })()
    if (mode === 'exclusive') this.#last.set(name, done)
    return await done
  }

  async query(): Promise<{ held: Held[] }> {
    return { held: [...this.#held] }
  }
}

const arrival = {
  projectType: 'kitchen-remodel',
  location: 'Astoria, NY 11102',
  budgetRange: '50k-100k',
  urgent: false,
}
let locks: FakeLocks
let tabs: ArrivalNotifications[]

beforeEach(() => {
  FakeNotification.install('granted')
  createDeviceStorage().write(notificationsKey, 'on')
  locks = new FakeLocks()
  vi.stubGlobal('navigator', { locks })
  tabs = []
  setVisibility('hidden')
})
afterEach(() => {
  for (const tab of tabs) tab.close()
  setVisibility('visible')
  vi.unstubAllGlobals()
})

function openTab(read = async (_id: string) => arrival): ArrivalNotifications {
  const tab = createArrivalNotifications({ read })
  tabs.push(tab)
  return tab
}

const titles = () => FakeNotification.shown.map(({ title }) => title)
const settle = () => new Promise((resolve) => setTimeout(resolve, 10))

it('shows a request that comes in while the page is hidden, without the name of the visitor', async () => {
  openTab().add(['a'])
  await vi.waitFor(() => expect(titles()).toEqual(['New request: Kitchen Remodel']))
  expect(FakeNotification.shown[0]?.options).toMatchObject({ body: 'Astoria, NY 11102, $50,000 - $100,000', tag: 'a' })
})

it('counts what comes in several tabs at once in one notification', async () => {
  for (const tab of [openTab(), openTab()]) tab.add(['a', 'b', 'c', 'd', 'e'])
  await settle()
  expect(titles()).toEqual(['5 new requests'])
})

it('opens the request when it is pressed', async () => {
  const tab = openTab()
  const opened: string[] = []
  const close = tab.openWith((path) => opened.push(path))
  tab.add(['a'])
  await vi.waitFor(() => expect(titles()).toHaveLength(1))
  FakeNotification.shown[0]?.onclick?.()
  expect([opened, FakeNotification.shown[0]?.isClosed]).toEqual([['/admin/estimates/a'], true])
  close()
})

it('shows a request once, however many tabs are told of it and however often', async () => {
  const several = [openTab(), openTab(), openTab()]
  for (const tab of several) tab.add(['a', 'b'])
  several[0]?.add(['a'])
  await settle()
  expect(titles()).toHaveLength(2)
})

it('shows nothing while the page, or another tab of the dashboard, can be seen', async () => {
  const hidden = openTab()
  let leave: (value: unknown) => void = () => undefined
  const leaving = new Promise((resolve) => {
    leave = resolve
  })
  const seen = locks.request('dashboard-visible', { mode: 'shared' }, () => leaving)
  await settle()
  hidden.add(['a'])
  await settle()
  expect(titles()).toEqual([])
  leave(undefined)
  await seen
  setVisibility('visible')
  hidden.add(['b'])
  await settle()
  expect(titles()).toEqual([])
  setVisibility('hidden')
  await settle()
  hidden.add(['c'])
  await vi.waitFor(() => expect(titles()).toHaveLength(1))
})

it('counts many at once in one notification that leads to the list', async () => {
  const tab = openTab()
  const opened: string[] = []
  tab.openWith((path) => opened.push(path))
  tab.add(['a', 'b', 'c', 'd', 'e'])
  await vi.waitFor(() => expect(titles()).toEqual(['5 new requests']))
  FakeNotification.shown[0]?.onclick?.()
  expect(opened).toEqual(['/admin'])
})

it.each([
  ['the device does not want them', () => createDeviceStorage().remove(notificationsKey)],
  ['the browser blocks them', () => Object.assign(FakeNotification, { permission: 'denied' })],
])('shows nothing where %s', async (_why, prevent) => {
  prevent()
  openTab().add(['a'])
  await settle()
  expect(titles()).toEqual([])
})

it('shows requests in a browser without locks', async () => {
  vi.stubGlobal('navigator', {})
  openTab().add(['a'])
  await vi.waitFor(() => expect(titles()).toHaveLength(1))
})
