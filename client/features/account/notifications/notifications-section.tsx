import { useState } from 'react'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { api, createApi } from '#client/lib/api.ts'
import { ApiProvider } from '#client/lib/api-provider.tsx'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { digestHour, type NudgeSwitch, nudgeLabels, nudgeSwitches, reminderLeadHours } from '#shared/nudges.ts'
import { BrowserSwitch } from './browser-switch.tsx'
import styles from './notifications.module.css'
import { NotificationsError, NotificationsPending, useScrollToNotifications } from './notifications-frame.tsx'
import { SwitchRow } from './switch-row.tsx'

const descriptions: Readonly<Record<NudgeSwitch, string>> = {
  newEstimates: 'When a request comes in.',
  assigned: 'When a colleague assigns a request to you.',
  deadlines: `${reminderLeadHours} hours before the ${responseHours} hours to respond end, and when they are over. For requests assigned to you or to no one.`,
  digest: `At ${digestHour} AM on weekdays: what is overdue, due today or to follow up on, and emails that were not delivered. You get none when there is nothing.`,
}

const inboxDescription = 'Your address is an office inbox, which gets every new request anyway.'

/** The switches of a staff member. Each is saved as it is pressed. */
export function NotificationsSection() {
  const [ownApi] = useState(createApi)
  return (
    <ApiProvider {...ownApi}>
      <Switches />
      <BrowserSwitch />
    </ApiProvider>
  )
}

function Switches() {
  const settings = api.notifications.settings.useQuery(undefined, { retry: 1 })
  const { shown, press } = useSaveSwitch()
  useScrollToNotifications(settings.isSuccess)
  if (settings.isPending) return <NotificationsPending />
  if (!settings.data) return <NotificationsError onRetry={() => void settings.refetch()} />
  const { isStaffInbox, ...stored } = settings.data

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>By email</legend>
      {nudgeSwitches.map((name) => {
        const fixed = name === 'newEstimates' && isStaffInbox
        return (
          <SwitchRow
            key={name}
            label={nudgeLabels[name]}
            description={fixed ? inboxDescription : descriptions[name]}
            checked={fixed || (shown[name]?.on ?? stored[name])}
            fixed={fixed}
            onChange={(on) => press(name, on)}
          />
        )
      })}
    </fieldset>
  )
}

type Pressed = { readonly on: boolean; readonly press: number }

/** Shows a press at once, and takes it back if it could not be saved. */
function useSaveSwitch() {
  const utils = api.useUtils()
  const [shown, setShown] = useState<Partial<Record<NudgeSwitch, Pressed>>>({})
  const [presses, setPresses] = useState(0)
  // One after the other, so that the last press wins.
  const save = api.notifications.set.useMutation({ scope: { id: 'notifications' } })

  function press(name: NudgeSwitch, on: boolean): void {
    hideError()
    setPresses(presses + 1)
    setShown({ ...shown, [name]: { on, press: presses } })
    save
      .mutateAsync({ name, on })
      .then(
        (settings) => {
          utils.notifications.settings.setData(undefined, settings)
          showSuccess({ title: `${nudgeLabels[name]}: ${on ? 'on' : 'off'}`, message: 'Saved.' })
        },
        (error: unknown) => void reportError(`${nudgeLabels[name]} Not Saved`, error),
      )
      .finally(() => {
        setShown(({ [name]: latest, ...others }) =>
          latest && latest.press !== presses ? { ...others, [name]: latest } : others,
        )
      })
  }

  return { shown, press }
}
