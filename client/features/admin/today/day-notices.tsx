import { Button, Group, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { Changing } from '#client/components/changing.tsx'
import { AlertIcon, MailIcon } from '#client/components/icons.tsx'
import type { FailedEmail, Today } from '#client/lib/api.ts'
import { maxQuarantined } from '#shared/estimates/quarantine.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { emailFailureText, emailLabel } from '../ui/email-failure-labels.ts'
import { ErrorText } from '../ui/form.tsx'
import styles from './today.module.css'
import { sectionCount } from './today-labels.ts'
import { saveMessage, type TodayWork } from './use-today-work.ts'

type DayNoticesProps = { today: Pick<Today, 'quarantined' | 'failedEmails'>; work: TodayWork }

/** One line each for what is easily forgotten. */
export function DayNotices({ today: { quarantined, failedEmails }, work }: DayNoticesProps) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const { total, items } = failedEmails
  if (quarantined === 0 && total === 0) return null
  return (
    <Paper className={styles.notices}>
      {quarantined > 0 && (
        <Group gap="xs" className={styles.notice}>
          <AlertIcon />
          <Link to="/admin" search={{ spam: 'quarantined' }}>
            {`${sectionCount(quarantined)} possible spam`}
          </Link>
          {quarantined >= maxQuarantined && (
            <span>No more are taken: the form asks further suspicious visitors to call.</span>
          )}
        </Group>
      )}
      {total > 0 && (
        <>
          <Group gap="xs" wrap="nowrap" className={styles.notice}>
            <MailIcon />
            <span>{`${sectionCount(total)} ${total === 1 ? 'email' : 'emails'} couldn’t be delivered`}</span>
            <Button
              variant="default"
              ml="auto"
              aria-expanded={open}
              aria-controls={listId}
              onClick={() => setOpen(!open)}
            >
              <Changing>{open ? 'Hide' : 'Show'}</Changing>
              <span className="unseen"> undelivered emails</span>
            </Button>
          </Group>
          <ul id={listId} className={styles.emails} hidden={!open}>
            {items.map((email) => (
              <FailedEmailRow key={email.id} email={email} work={work} />
            ))}
          </ul>
          {open && total > items.length && <Text c="dimmed" size="sm">{`The latest ${items.length} are shown.`}</Text>}
        </>
      )}
    </Paper>
  )
}

function FailedEmailRow({ email, work }: { email: FailedEmail; work: TodayWork }) {
  const { estimateId, name, kind, address, failure, failedAt } = email
  const [entryKey] = useState(() => randomUuid())
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function sendAgain(): Promise<void> {
    if (sending) return
    setSending(true)
    setRefusal(undefined)
    try {
      await work.sendEmailAgain(email, entryKey)
    } catch (error) {
      setRefusal(saveMessage(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <Group component="li" gap="0.5rem 1rem" data-estimate={estimateId}>
      <div>
        <p>
          <Link to="/admin/estimates/$id" params={{ id: estimateId }} state={{ fromToday: true }} data-row-focus>
            <bdi>{name}</bdi>
          </Link>
          : {emailLabel(kind, address).replace(/^E/, 'e')},{' '}
          <time dateTime={failedAt}>{formatExactTime(new Date(failedAt))}</time>
        </p>
        <Text c="dimmed" size="sm">
          {emailFailureText(failure, kind)}
        </Text>
        {refusal && <ErrorText>{`Not sent. ${refusal}`}</ErrorText>}
      </div>
      <Button variant="default" aria-disabled={sending} onClick={() => void sendAgain()}>
        <Changing>{sending ? 'Sending…' : 'Send again'}</Changing>
        <span className="unseen"> to {name}</span>
      </Button>
    </Group>
  )
}
