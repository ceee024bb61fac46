import { createDeviceStorage, notificationsKey } from './device-storage.ts'

/** `blocked` can only be undone in the browser's settings. */
export type BrowserNotifications = 'unsupported' | 'blocked' | 'off' | 'on'

const storage = createDeviceStorage()

/** Tabs ask the device each time, since another tab may have changed it. */
export function browserNotifications(): BrowserNotifications {
  if (!('Notification' in globalThis)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && storage.read(notificationsKey) === 'on' ? 'on' : 'off'
}

/** Asks for the permission, so call it on a press only. Shows a first notification, as a proof that it works. */
export async function turnOnBrowserNotifications(): Promise<BrowserNotifications> {
  if (!('Notification' in globalThis)) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  try {
    showNotification({ tag: notificationsKey, title: 'Notifications are on', body: 'New requests will appear here.' })
  } catch {
    // Browsers on Android have the constructor, but refuse to use it.
    return 'unsupported'
  }
  return storage.write(notificationsKey, 'on') ? 'on' : 'off'
}

export function turnOffBrowserNotifications(): void {
  storage.remove(notificationsKey)
}

type Shown = {
  /** Replaces an earlier one with the same tag. */
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly onPress?: () => void
}

/** @throws {TypeError} in browsers that only service workers may show them in */
export function showNotification({ tag, title, body, onPress }: Shown): void {
  const notification = new Notification(title, { body, tag, icon: '/icon-192.png' })
  notification.onclick = () => {
    window.focus()
    notification.close()
    onPress?.()
  }
}
