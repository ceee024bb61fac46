import type { PushDevice } from '#shared/push.ts'
import { createDeviceStorage } from './device-storage.ts'
import { findStaffWorker, registerStaffWorker } from './staff-worker.ts'

/** `install`: iPhones and iPads notify only from the home screen. `blocked` can only be undone in the browser's settings. */
export type PushAbility = 'ready' | 'install' | 'blocked' | 'unsupported'

const storage = createDeviceStorage()

/** Holds who is notified on this device. */
const notifiedUserKey = 'notifiedUser'

export function pushAbility(): PushAbility {
  const isSupported =
    ['PushManager', 'Notification'].every((name) => name in globalThis) && 'serviceWorker' in navigator
  if (isSupported) return Notification.permission === 'denied' ? 'blocked' : 'ready'
  const { userAgent, maxTouchPoints } = navigator
  // iPads call themselves Macs.
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
    ? 'install'
    : 'unsupported'
}

/**
 * Asks for the permission, so call it on a press only, or where it was given.
 *
 * @param publicKey of the server
 * @returns undefined without the permission
 * @throws {Error} where the browser cannot reach its push service
 */
export async function subscribeDevice(publicKey: string): Promise<Omit<PushDevice, 'showNames'> | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await registerStaffWorker()
  await becomeActive(registration)
  // It may be of another key, with which the browser would refuse this one.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  return { endpoint: subscription.endpoint, p256dh, auth }
}

/**
 * Whether the browser still has the subscription that the server knows. Browsers end some and make others, and a push service takes
 * nothing signed by another key than the one that the browser subscribed with.
 */
export async function hasSubscription(publicKey: string, endpoint: string): Promise<boolean> {
  const registration = await findStaffWorker()
  const subscription = await registration?.pushManager.getSubscription()
  const key = new Uint8Array(subscription?.options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...key))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return subscription?.endpoint === endpoint && text === publicKey
}

/** Nobody subscribes without an active worker. The account page is outside of its scope, so the browser does not wait for it. */
async function becomeActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const next = installing ?? waiting
  if (active || !next) return
  await new Promise<void>((resolve) => {
    next.addEventListener('statechange', () => {
      if (next.state === 'activated' || next.state === 'redundant') resolve()
    })
  })
}

type NotifiedUser = { readonly userId: string; readonly showNames: boolean }

/** Remembers who is notified on this device, whose next sign-in renews it. Nobody, if it is left out. */
export function rememberNotifiedUser(user?: NotifiedUser): void {
  if (user) storage.write(notifiedUserKey, `${user.userId} ${user.showNames}`)
  else storage.remove(notifiedUserKey)
}

export function readNotifiedUser(): NotifiedUser | undefined {
  const [userId, showNames] = (storage.read(notifiedUserKey) ?? '').split(' ')
  return userId ? { userId, showNames: showNames === 'true' } : undefined
}
