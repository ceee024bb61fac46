import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { useCoolDown } from '#client/lib/use-cool-down.ts'
import type { PendingEmailChange } from '#shared/account.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import styles from '../account.module.css'

type PendingEmailProps = {
  pending: PendingEmailChange
  onSent: () => Promise<void>
  onOver: (isCanceled: boolean) => Promise<void>
}

/** A change that waits for the link in the new mailbox. */
export function PendingEmail({ pending: { newEmail, expiresAt }, onSent, onOver }: PendingEmailProps) {
  const [busy, setBusy] = useState(false)
  const [secondsLeft, startCoolDown] = useCoolDown(false)

  /** @returns whether it was done */
  async function attempt(failed: string, change: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    hideError()
    try {
      await change()
      return true
    } catch (error) {
      reportError(failed, error)
      return false
    } finally {
      setBusy(false)
    }
  }

  async function resend(): Promise<void> {
    if (!(await attempt('Not Sent', () => sessionClient.account.resendEmailChange.mutate()))) return
    startCoolDown()
    showSuccess(
      emailsGoToFiles()
        ? { title: 'Link saved to a file', message: `The email to ${newEmail} is a file on the server.` }
        : { title: 'Link sent again', message: `Check the inbox of ${newEmail}.` },
    )
    await onSent()
  }

  async function cancel(): Promise<void> {
    if (await attempt('Not Canceled', () => sessionClient.account.withdrawEmailChange.mutate())) await onOver(true)
  }

  return (
    <Paper className={styles.panel}>
      <Stack>
        <div>
          <Title>Waiting for your new email</Title>
          <p>
            Open the link that we {emailsGoToFiles() ? 'saved to a file for' : 'sent to'} <strong>{newEmail}</strong>,
            where you are signed in. It works until {formatDayAndTime(new Date(expiresAt))} New York time.
          </p>
        </div>
        <Group gap="xs">
          <Button variant="default" disabled={secondsLeft > 0} onClick={() => void resend()}>
            {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : 'Send again'}
          </Button>
          <Button variant="default" onClick={() => void cancel()}>
            Cancel the change
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
