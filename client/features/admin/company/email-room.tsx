import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Changing } from '#client/components/changing.tsx'
import { reportError } from '#client/components/report-error.ts'
import { hideError } from '#client/components/toasts.tsx'
import { api, type MailState } from '#client/lib/api.ts'
import { minuteMs } from '#shared/durations.ts'
import { formatDayAndTime, formatTime, formatWholeNumber } from '#shared/formatting.ts'
import { HowToSetUpEmail } from '../layout/frame-notices.tsx'
import { LoadError, Skeleton } from '../layout/page-states.tsx'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { DescriptionItem } from '../ui/estimate-facts.tsx'
import styles from './company.module.css'

/** @param testId of the test email that is awaited */
function useMailState(testId: string | undefined) {
  return api.installation.mailState.useQuery(testId === undefined ? {} : { testId }, {
    ...queryOptions,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval({ state: { data } }) {
      if (testId === undefined || data?.test?.sent) return minuteMs
      return data?.test?.trouble ? retryPollMs : testPollMs
    },
  })
}

const testPollMs = 2_000
const retryPollMs = 10_000

/** Says how emails go out and whether they do, and sends one to the administrator. */
export function EmailRoom() {
  const { email } = useStaff()
  const [testId, setTestId] = useState<string>()
  const { data: state, isPlaceholderData, isError, refetch } = useMailState(testId)
  const send = api.notifications.sendTest.useMutation()
  if (!state && isError)
    return (
      <LoadError
        title="We couldn’t load the state of email"
        role="alert"
        text="Nothing is lost. Only this page couldn’t get it."
        onRetry={() => void refetch()}
      />
    )
  if (!state) return <Skeleton label="Loading the state of email…" cards={2} />
  const { route, pausedUntil, trouble } = state
  const isSaved = route.kind === 'files'

  async function sendTest(): Promise<void> {
    if (send.isPending) return
    hideError()
    setTestId(undefined)
    try {
      setTestId((await send.mutateAsync()).id)
    } catch (error) {
      reportError('Test Email Not Sent', error)
    }
  }

  return (
    <Stack gap="lg" maw="46rem">
      <Paper component="section" className={`${styles.card} ${styles.email}`} aria-labelledby="room-heading">
        <Title id="room-heading">Email</Title>
        <dl className={styles.facts}>
          <DescriptionItem label="Sending">{routeText(route)}</DescriptionItem>
          <DescriptionItem label="From">{state.from}</DescriptionItem>
          <DescriptionItem label="Last email">{lastText(state)}</DescriptionItem>
          <DescriptionItem label="Waiting">{formatWholeNumber(state.waiting)}</DescriptionItem>
        </dl>
        {isSaved && <HowToSetUpEmail />}
      </Paper>
      {pausedUntil !== null && (
        <Alert>
          Sending is paused until {formatTime(new Date(pausedUntil))}, since every email would be refused. No email is
          lost.
        </Alert>
      )}
      {trouble && !state.test?.trouble && (
        <Alert
          title={`An email ${recipients[trouble.to]} ${trouble.nextTryAt ? 'hasn’t left yet' : 'couldn’t be sent'}`}
        >
          <TroubleText trouble={trouble} />
        </Alert>
      )}
      <Paper component="section" className={`${styles.card} ${styles.email}`} aria-labelledby="test-heading">
        <Title id="test-heading">Test email</Title>
        <p>
          {isSaved ? 'Saves an email to ' : 'Sends an email to '}
          <bdi>{email}</bdi>
          {isSaved ? ' as a file on the server. No one receives it.' : ', the way that all others go.'}
        </p>
        <Button variant="default" mr="auto" aria-disabled={send.isPending} onClick={() => void sendTest()}>
          {isSaved ? 'Save a test email to a file' : 'Send me a test email'}
        </Button>
        <div role="status">
          {(send.isPending || testId !== undefined) && (
            <TestResult test={isPlaceholderData ? null : state.test} pausedUntil={pausedUntil} />
          )}
        </div>
      </Paper>
    </Stack>
  )
}

type Trouble = NonNullable<MailState['trouble']>

function TestResult({ test, pausedUntil }: Pick<MailState, 'test' | 'pausedUntil'>): ReactNode {
  if (test?.sent) {
    const at = formatTime(new Date(test.sent.at))
    return (
      <Text fw={600}>
        <Changing>
          {test.sent.isFile
            ? `Saved at ${at}. It is a file in the folder mail of DATA_DIR.`
            : `Sent at ${at}. Look in your inbox.`}
        </Changing>
      </Text>
    )
  }
  if (test?.trouble)
    return (
      <>
        <Text c="error" fw={600}>
          {test.trouble.nextTryAt ? 'Not sent yet.' : 'Not sent.'}
        </Text>
        <TroubleText trouble={test.trouble} />
      </>
    )
  return (
    <p>
      <Changing>
        {test && pausedUntil !== null
          ? `It waits until sending goes on at ${formatTime(new Date(pausedUntil))}.`
          : 'On its way…'}
      </Changing>
    </p>
  )
}

function TroubleText({ trouble: { problem, cure, reason, nextTryAt, failedAt } }: { trouble: Trouble }) {
  return (
    <>
      <p>
        <Changing>{problem}</Changing> <Changing>{cure}</Changing>
      </p>
      <Text c="dimmed" size="sm">
        <Changing>{nextTryAt ? `Next try at ${formatTime(new Date(nextTryAt))}.` : 'It isn’t tried again.'}</Changing>{' '}
        <Changing>
          {failedAt ? `Failed ${formatDayAndTime(new Date(failedAt))}: ${reason}` : `Last answer: ${reason}`}
        </Changing>
      </Text>
    </>
  )
}

function routeText(route: MailState['route']): string {
  if ('host' in route) return `By the mail server ${route.host}`
  return route.kind === 'postmark' ? 'By Postmark' : 'Off: emails are saved to files'
}

const recipients = { visitor: 'to a visitor', staff: 'to the staff', account: 'about an account' } as const

function lastText({ lastSent }: MailState): string {
  if (!lastSent) return 'None yet'
  const how = lastSent.isFile ? 'saved to a file' : 'sent'
  return `${formatDayAndTime(new Date(lastSent.at))}, ${how}, ${recipients[lastSent.to]}`
}
