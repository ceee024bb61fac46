import { Button, Group, Text, TextInput } from '@mantine/core'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showError, showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { calendarAnchor } from '#shared/calendar-feed.ts'
import { AccountSection } from '../account-section.tsx'

/** The address at which a staff member's own calendar program reads what the person has to do. */
export function CalendarSection() {
  return (
    <AccountSection
      anchor={calendarAnchor}
      title="Calendar"
      note="Your visits, follow-ups and due proposals, in the calendar that you use. It reads them again every hour or so."
    >
      <CalendarAddress />
    </AccountSection>
  )
}

function CalendarAddress() {
  const utils = api.useUtils()
  const { data, isError, refetch } = api.calendar.feed.useQuery(undefined, { retry: 1 })
  const { mutateAsync, isPending } = api.calendar.setFeed.useMutation()

  async function set(on: boolean, title: string, message: string): Promise<void> {
    if (isPending) return
    hideError()
    try {
      utils.calendar.feed.setData(undefined, await mutateAsync({ on }))
      showSuccess({ title, message })
    } catch (error) {
      reportError('Calendar Not Saved', error)
    }
  }

  if (isError)
    return (
      <Group role="alert">
        <p>We couldn’t load your calendar’s address.</p>
        <Button variant="default" onClick={() => void refetch()}>
          Retry
        </Button>
      </Group>
    )
  if (!data)
    return (
      <Text c="dimmed" role="status">
        One moment…
      </Text>
    )
  if (!data.hasKey) return <Text>The server has no key that addresses follow from (SECRETS_KEY).</Text>
  const { url } = data
  if (url === null)
    return (
      <Group>
        <Button
          variant="default"
          aria-disabled={isPending}
          onClick={() => void set(true, 'Address made', 'Add it to your calendar.')}
        >
          Make an address
        </Button>
      </Group>
    )
  return (
    <>
      <TextInput
        label="Address"
        description="Whoever has it reads your calendar, so keep it to yourself."
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Text>
        Add it in Google Calendar under “Other calendars”, “From URL”; in Apple Calendar under “File”, “New Calendar
        Subscription”; in Outlook under “Add calendar”, “Subscribe from web”.
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => void copyAddress(url)}>
          Copy
        </Button>
        <Button
          variant="default"
          aria-disabled={isPending}
          onClick={() => void set(true, 'New address made', 'The former one no longer works.')}
        >
          New address
        </Button>
        <Button
          variant="default"
          aria-disabled={isPending}
          onClick={() => void set(false, 'Calendar switched off', 'Its address no longer works.')}
        >
          Switch off
        </Button>
      </Group>
    </>
  )
}

async function copyAddress(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showSuccess({ title: 'Address Copied', message: 'Paste it in your calendar.' })
  } catch {
    showError({ title: 'Address Not Copied', message: 'Your browser did not allow it. Select the address instead.' })
  }
}
