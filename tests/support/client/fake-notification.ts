import { vi } from 'vitest'

/** The browser's notifications, as a person's answer to them lets it. */
export class FakeNotification {
  static permission: NotificationPermission = 'default'
  /** The user's reply to the browser's question. */
  static answer: NotificationPermission = 'granted'
  static asked = 0
  static shown: FakeNotification[] = []
  static #refuses = false

  static install(permission: NotificationPermission, { refuses = false } = {}): void {
    Object.assign(FakeNotification, { permission, answer: 'granted', asked: 0, shown: [] })
    FakeNotification.#refuses = refuses
    vi.stubGlobal('Notification', FakeNotification)
  }

  static async requestPermission(): Promise<NotificationPermission> {
    FakeNotification.asked += 1
    FakeNotification.permission = FakeNotification.answer
    return FakeNotification.answer
  }

  readonly title: string
  readonly options: NotificationOptions
  onclick: (() => void) | undefined
  isClosed = false

  constructor(title: string, options: NotificationOptions = {}) {
    if (FakeNotification.#refuses) throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration instead.')
    this.title = title
    this.options = options
    FakeNotification.shown.push(this)
  }

  close(): void {
    this.isClosed = true
  }
}
