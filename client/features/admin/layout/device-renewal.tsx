import { useEffect } from 'react'
import { api } from '#client/lib/api.ts'
import { hasSubscription, pushAbility, readNotifiedUser, subscribeDevice } from '#client/lib/device-push.ts'
import { logError } from '#client/lib/log-error.ts'
import { useStaff } from './staff-context.ts'

/**
 * Notifies a device again whose session had ended, once the same person has signed in, or whose subscription is no longer the one that the
 * server can send to. Renders nothing.
 */
export function DeviceRenewal() {
  const { id } = useStaff()
  const { notifications } = api.useUtils()
  const { mutateAsync } = api.notifications.setDevice.useMutation()

  useEffect(() => {
    const notified = readNotifiedUser()
    if (notified?.userId !== id || pushAbility() !== 'ready' || Notification.permission !== 'granted') return
    const renew = async () => {
      const { publicKey, device } = await notifications.device.fetch()
      if (!publicKey || (device && (await hasSubscription(publicKey, device.endpoint)))) return
      const subscribed = await subscribeDevice(publicKey)
      if (subscribed) await mutateAsync({ device: { ...subscribed, showNames: (device ?? notified).showNames } })
    }
    renew().catch((error: unknown) => logError('The notifications of this device were not renewed.', error))
  }, [id, notifications, mutateAsync])

  return null
}
