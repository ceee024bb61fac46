import { ECDH, randomUUID } from 'node:crypto'
import { consumeOrThrow } from '#server/accounts/limits/attempts.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import type { PushDevice, PushState } from '#shared/push.ts'
import { isPushEndpoint } from './push-services.ts'
import { sendPush } from './send-push.ts'
import { deriveVapidKeys } from './vapid-keys.ts'

type OwnDeviceDeps = {
  readonly database: Database
  readonly config: Pick<Config, 'pushOrigin' | 'mailFrom'>
  readonly secretsKey: Buffer | undefined
  readonly serverKey: Buffer
  readonly clock: Clock
  readonly session: ActiveSession
}

/** Reads whether the browser of this session is told of anything. */
export async function readOwnDevice({
  database,
  secretsKey,
  session,
}: Pick<OwnDeviceDeps, 'database' | 'secretsKey' | 'session'>): Promise<PushState> {
  const device = await database.read.pushSubscription.findUnique({
    where: { sessionId: session.id },
    select: { endpoint: true, showNames: true },
  })
  return { publicKey: secretsKey ? deriveVapidKeys(secretsKey).publicKey : null, device }
}

/**
 * Has the browser of this session told of what its user is told of by email, until the session ends.
 *
 * @throws {AppError} for an address that is no browser's push service, and without a key to send with
 */
export async function setOwnDevice(deps: OwnDeviceDeps, device: PushDevice | null): Promise<PushState> {
  const { database, config, clock, session } = deps
  const sessionId = session.id
  if (device) {
    requireKeys(deps)
    if (!isPushEndpoint(device.endpoint, config.pushOrigin))
      throw new AppError(
        'invalid',
        'This browser’s notifications come from a service that we don’t know. Use Chrome, Edge, Firefox or Safari.',
      )
    if (!isPublicKey(device.p256dh)) throw new AppError('invalid', 'The key of this browser is not valid.')
  }
  await database.transaction(async ({ pushSubscription }) => {
    if (!device) {
      await pushSubscription.deleteMany({ where: { sessionId } })
      return
    }
    // A browser that somebody else has signed in with has the same address.
    await pushSubscription.deleteMany({ where: { endpoint: device.endpoint, sessionId: { not: sessionId } } })
    // The time since when it is on stays, and what waits goes to the address of a browser that has subscribed anew.
    if ((await pushSubscription.updateMany({ where: { sessionId }, data: device })).count > 0) return
    await pushSubscription.create({ data: { id: randomUUID(), sessionId, ...device, createdAt: clock.now() } })
  })
  return await readOwnDevice(deps)
}

function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/**
 * Shows a notification on the browser of this session.
 *
 * @throws {AppError} if the push service does not take it; `too_many_attempts`
 */
export async function testOwnDevice(deps: OwnDeviceDeps): Promise<void> {
  const { database, config, clock, serverKey, session } = deps
  const keys = requireKeys(deps)
  const device = await database.read.pushSubscription.findUnique({ where: { sessionId: session.id } })
  if (!device) throw new AppError('conflict', 'Notifications are off on this device.')
  await consumeOrThrow(database, serverKey, [{ limit: 'test-push', subject: session.user.id }], clock.now())
  const sent = await sendPush(
    device,
    {
      title: 'Notifications work',
      body: 'This device is told of what you have switched on.',
      tag: 'test',
      path: '/admin/today',
    },
    { keys, contact: config.mailFrom, pushOrigin: config.pushOrigin },
    { ttlSeconds: 60, urgency: 'high' },
  )
  if (sent.result === 'sent') return
  if (sent.result === 'failed')
    throw new AppError('unavailable', `The browser’s push service did not take it (${sent.reason}). Try again later.`)
  await database.transaction(({ pushSubscription }) =>
    pushSubscription.deleteMany({ where: { endpoint: device.endpoint } }),
  )
  throw new AppError('conflict', 'This browser no longer takes notifications. Switch them on again.')
}

function requireKeys({ secretsKey }: Pick<OwnDeviceDeps, 'secretsKey'>) {
  if (!secretsKey)
    throw new AppError('conflict', 'The server has no SECRETS_KEY, without which it cannot notify devices.')
  return deriveVapidKeys(secretsKey)
}
