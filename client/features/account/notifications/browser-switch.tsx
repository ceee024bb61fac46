import { useEffect, useState } from 'react'
import {
  type BrowserNotifications,
  browserNotifications,
  turnOffBrowserNotifications,
  turnOnBrowserNotifications,
} from '#client/lib/browser-notifications.ts'
import { logError } from '#client/lib/log-error.ts'
import { SwitchGroup, SwitchRow } from './switch-group.tsx'

export const notificationsBlocked =
  'Your browser blocks notifications from this site. Allow them in the browser’s settings for this site first.'

const descriptions: Readonly<Record<BrowserNotifications, string>> = {
  on: 'New requests, while the dashboard is open in a tab that you are not looking at.',
  off: 'New requests, while the dashboard is open in a tab that you are not looking at. Your browser will ask you first.',
  blocked: notificationsBlocked,
  unsupported: 'This browser cannot show notifications from a tab.',
}

export function BrowserSwitch() {
  const [state, setState] = useState(browserNotifications)

  useEffect(() => {
    // It may have been changed in the browser's settings, or in another tab.
    const read = () => setState((before) => (before === 'unsupported' ? before : browserNotifications()))
    window.addEventListener('focus', read)
    window.addEventListener('storage', read)
    return () => {
      window.removeEventListener('focus', read)
      window.removeEventListener('storage', read)
    }
  }, [])

  function press(on: boolean): void {
    if (!on) {
      turnOffBrowserNotifications()
      setState(browserNotifications())
      return
    }
    turnOnBrowserNotifications().then(setState, (error: unknown) => {
      logError('The browser was not asked.', error)
      setState('unsupported')
    })
  }

  return (
    <SwitchGroup legend="On this device">
      <SwitchRow
        label="Browser notifications"
        description={descriptions[state]}
        checked={state === 'on'}
        fixed={state === 'blocked' || state === 'unsupported'}
        onChange={press}
      />
    </SwitchGroup>
  )
}
