import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { entryDraftDays } from '#client/lib/device-storage.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { isAllowed } from '#shared/permissions.ts'
import { useStaff } from './staff-context.ts'
import styles from './staff-frame.module.css'
import { hasDraftsOfOthers } from './tab-drafts.ts'

/** Tells administrators that emails do not leave the server. */
export function EmailSetup() {
  const { role } = useStaff()
  if (!emailsGoToFiles() || !isAllowed(role, 'managePeople')) return null
  return (
    <section className={styles.notice} aria-label="Email setup">
      <details>
        <summary>
          Emails are saved to files, not sent. <span className={styles.setUp}>Set up email</span>
        </summary>
        <HowToSetUpEmail />
      </details>
    </section>
  )
}

export function HowToSetUpEmail() {
  return (
    <p>
      On the server, set <code>POSTMARK_SERVER_TOKEN</code> for an account with Postmark, or <code>MAIL_URL</code> for
      another mail account, and restart it. “Email” in <code>docs/operations.md</code> has each step. Until then, look
      for the emails in the folder <code>mail</code> of <code>DATA_DIR</code>.
    </p>
  )
}

/** Tells who signs in after a colleague that the tab keeps the colleague's drafts. */
export function DraftsOfOthers() {
  const [isShown, setShown] = useState(hasDraftsOfOthers)
  if (!isShown) return null
  return (
    <Group className={styles.notice} gap="0.5rem 1rem" py="xs" role="status">
      <p>
        Another account has unsaved drafts in this tab. You can’t see them. They come back when that account signs in
        here within {entryDraftDays} days.
      </p>
      <Button variant="default" onClick={() => setShown(false)}>
        OK
      </Button>
    </Group>
  )
}
