import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { type PushAbility, pushAbility, rememberNotifiedUser, subscribeDevice } from '#client/lib/device-push.ts'
import type { PushDevice } from '#shared/push.ts'
import { notificationsBlocked } from './browser-switch.tsx'
import { SwitchGroup, SwitchRow } from './switch-group.tsx'

const label = 'Notify this device'

const descriptions: Readonly<Record<PushAbility, string>> = {
  ready:
    'Also while the dashboard is closed: new requests, assignments and deadlines that are on under Notifications, and answers to proposals.',
  install:
    'Open Today in Safari first, press Share, then “Add to Home Screen”. Open it from there, and switch this on under Account.',
  blocked: notificationsBlocked,
  unsupported: 'This browser cannot be notified while the dashboard is closed.',
}

/** Whether the staff member's own browser is notified. */
export function DeviceSwitches({ userId }: { userId: string }) {
  const utils = api.useUtils()
  const { data, isError, refetch } = api.notifications.device.useQuery(undefined, { retry: 1 })
  const { mutateAsync, isPending } = api.notifications.setDevice.useMutation()
  const [ability, setAbility] = useState(pushAbility)
  /** While the browser asks and subscribes. */
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    // It may have been changed in the browser's settings.
    const read = () => setAbility(pushAbility())
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [])

  if (isError)
    return (
      <SwitchGroup legend="This device">
        <p role="alert">We couldn’t load whether this device is notified.</p>
        <Button variant="default" onClick={() => void refetch()}>
          Retry
        </Button>
      </SwitchGroup>
    )
  if (!data)
    return (
      <Text c="dimmed" role="status">
        One moment…
      </Text>
    )
  const { publicKey, device } = data
  const isOn = device !== null && ability === 'ready'

  async function save(next: PushDevice | null): Promise<void> {
    utils.notifications.device.setData(undefined, await mutateAsync({ device: next }))
    rememberNotifiedUser(next ? { userId, showNames: next.showNames } : undefined)
  }

  async function set(wanted: { readonly showNames: boolean } | null, title: string): Promise<void> {
    if (isAsking || isPending) return
    hideError()
    setAsking(true)
    try {
      const subscribed = wanted && publicKey ? await subscribeDevice(publicKey) : undefined
      setAbility(pushAbility())
      // Someone who closes the browser's question has not decided yet.
      if (wanted && !subscribed) return
      await save(wanted && subscribed ? { ...subscribed, ...wanted } : null)
      showSuccess({ title, message: 'Saved.' })
    } catch (error) {
      reportError(`${label} Not Saved`, error)
    } finally {
      setAsking(false)
    }
  }

  return (
    <SwitchGroup legend="This device">
      <SwitchRow
        label={label}
        description={publicKey ? descriptions[ability] : 'The server has no key to notify devices with (SECRETS_KEY).'}
        checked={isOn}
        fixed={ability !== 'ready' || !publicKey}
        onChange={(on) => void set(on ? { showNames: false } : null, `${label}: ${on ? 'on' : 'off'}`)}
      />
      {isOn && (
        <>
          <SwitchRow
            label="Show names on the lock screen"
            description="Otherwise a notification says only what it is about, such as the type of project."
            checked={device.showNames}
            onChange={(showNames) => void set({ showNames }, `Names on the lock screen: ${showNames ? 'on' : 'off'}`)}
          />
          <SendTest />
        </>
      )}
    </SwitchGroup>
  )
}

function SendTest() {
  const { notifications } = api.useUtils()
  const test = api.notifications.testDevice.useMutation()

  async function send(): Promise<void> {
    if (test.isPending) return
    hideError()
    try {
      await test.mutateAsync()
      showSuccess({ title: 'Test sent', message: 'It should appear on this device in a moment.' })
    } catch (error) {
      reportError('Test Not Sent', error)
      // The browser may have ended the subscription.
      void notifications.device.invalidate()
    }
  }

  return (
    <Button variant="default" aria-disabled={test.isPending} onClick={() => void send()}>
      Send a test
    </Button>
  )
}
