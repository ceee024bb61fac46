import { vi } from 'vitest'
import { FakeNotification } from './fake-notification.ts'

/** A browser's worker and push service. Everything is undone by `vi.unstubAllGlobals()`. */
export class FakePush {
  /** The keys of the server that the browser subscribed with. */
  readonly subscribed: string[] = []
  ended = 0
  /** It differs once the browser has made a new subscription by itself. */
  endpoint = 'https://fcm.googleapis.com/phone'
  /** The browser cannot reach its push service. */
  isDown = false
  /** The browser blocks workers with the data of the site. */
  isBlocked = false

  constructor(permission: NotificationPermission) {
    FakeNotification.install(permission)
    vi.stubGlobal('PushManager', class {})
    const own = this
    const subscription = {
      get endpoint() {
        return own.endpoint
      },
      get options() {
        return { applicationServerKey: Uint8Array.from(Buffer.from(own.subscribed.at(-1) ?? '', 'base64url')).buffer }
      },
      toJSON: () => ({ keys: { p256dh: `B${'k'.repeat(86)}`, auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        this.ended += 1
      },
    }
    const registration = {
      active: {},
      pushManager: {
        getSubscription: async () => (this.subscribed.length > 0 ? subscription : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (this.isDown) throw new DOMException('Registration failed - push service error', 'AbortError')
          this.subscribed.push(applicationServerKey)
          return subscription
        },
      },
    }
    const register = async () => {
      if (this.isBlocked) throw new DOMException('The user denied permission to use Service Worker.', 'SecurityError')
      return registration
    }
    const serviceWorker = { register, getRegistration: async () => registration }
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, {
        get: (own, name) => (name === 'serviceWorker' ? serviceWorker : Reflect.get(own, name, own)),
        has: (own, name) => name === 'serviceWorker' || name in own,
      }),
    )
  }
}
