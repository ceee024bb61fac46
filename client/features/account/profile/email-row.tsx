import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { showSuccess } from '#client/components/toasts.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { useFreshData } from '#client/lib/use-fresh-data.ts'
import { AccountRow, focusSection, RowValue } from '../account-section.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { PendingEmail } from './pending-email.tsx'

/** The address by which one signs in, and the change that waits for its link to be opened. */
export function EmailRow({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the address ends what was pending
  const load = useCallback(() => sessionClient.account.emailChange.query(), [email])
  const { data: pending, problem, reload } = useFreshData(load)

  const wasPending = useRef(false)
  useEffect(() => {
    // The link may have been opened in another browser.
    if (pending === null && wasPending.current) void auth.reload()
    wasPending.current = pending !== null && pending !== undefined
  }, [pending])

  async function close(): Promise<void> {
    setIsOpen(false)
    focusSection('profile')
    await reload()
  }

  return (
    <>
      <AccountRow
        name="Email address"
        action={
          pending === null &&
          !isOpen && (
            <Button variant="default" onClick={() => setIsOpen(true)}>
              Change your email
            </Button>
          )
        }
      >
        <RowValue>{email}</RowValue>
      </AccountRow>
      {problem !== undefined && <ProblemNote text={problem} onRetry={() => void reload()} />}
      {pending && (
        <PendingEmail
          pending={pending}
          onSent={reload}
          onOver={async (isCanceled) => {
            if (isCanceled) showSuccess({ title: 'Change canceled', message: 'Your email address stays as it is.' })
            await close()
          }}
        />
      )}
      {isOpen && !pending && (
        <ChangeEmailForm
          email={email}
          onSent={async (newEmail) => {
            showSuccess(
              emailsGoToFiles()
                ? { title: 'Link saved to a file', message: `The email to ${newEmail} is a file on the server.` }
                : { title: 'Check your new mailbox', message: `We sent a link to ${newEmail}.` },
            )
            await close()
          }}
          onCancel={() => void close()}
        />
      )}
    </>
  )
}
