import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import {
  digestHour,
  type NudgeSwitch,
  nudgeLabels,
  nudgeSwitches,
  nudgesAnchor,
  proposalLeadHours,
  reminderLeadHours,
} from '#shared/nudges.ts'
import { AccountSection } from '../account-section.tsx'
import { BrowserSwitch } from './browser-switch.tsx'
import { SwitchGroup, SwitchRow } from './switch-group.tsx'

const descriptions: Readonly<Record<NudgeSwitch, string>> = {
  newEstimates: 'When a request comes in.',
  assigned: 'When a colleague assigns a request to you.',
  deadlines: `${reminderLeadHours} hours before the ${responseHours} hours to respond end, and when they are over. Of proposals on the business day before, ${proposalLeadHours} hours before we close, and once late. For requests assigned to you or to no one.`,
  digest: `At ${digestHour} AM on weekdays: what is overdue, due today or to follow up on, and emails that were not delivered. You get none when there is nothing.`,
}

const inboxDescription = 'Your address is an office inbox, which gets every new request anyway.'

/** The switches of a staff member. Each is saved as it is pressed. */
export function NotificationsSection() {
  const settings = api.notifications.settings.useQuery(undefined, { retry: 1 })
  const { shown, press } = useSaveSwitch()
  const { isSuccess } = settings

  // The emails' links name the section. The browser finds it on the page only once the session has loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of the section depends on it
  useEffect(() => {
    if (window.location.hash === `#${nudgesAnchor}`) document.getElementById(nudgesAnchor)?.scrollIntoView()
  }, [isSuccess])

  function emailSwitches() {
    if (settings.isPending)
      return (
        <Text c="dimmed" role="status">
          Loading...
        </Text>
      )
    if (!settings.data)
      return (
        <Group role="alert">
          <p>We couldn’t load your notification settings.</p>
          <Button variant="default" onClick={() => void settings.refetch()}>
            Retry
          </Button>
        </Group>
      )
    const { isStaffInbox, ...stored } = settings.data
    return (
      <SwitchGroup legend="By email">
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
        <TestEmail />
      </SwitchGroup>
    )
  }

  return (
    <AccountSection anchor={nudgesAnchor} title="Notifications">
      {emailSwitches()}
      <BrowserSwitch />
    </AccountSection>
  )
}

function TestEmail() {
  const test = api.notifications.sendTest.useMutation()

  async function send(): Promise<void> {
    if (test.isPending) return
    hideError()
    try {
      const { to } = await test.mutateAsync()
      showSuccess(
        emailsGoToFiles()
          ? { title: 'Test email saved to a file', message: `The email to ${to} is a file on the server.` }
          : { title: 'Test email sent', message: `Check the inbox of ${to}.` },
      )
    } catch (error) {
      reportError('Test Email Not Sent', error)
    }
  }

  return (
    <Button variant="default" aria-disabled={test.isPending} onClick={() => void send()}>
      Send me a test email
    </Button>
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
