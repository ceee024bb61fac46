import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { isAllowed } from '#shared/permissions.ts'
import styles from './frame-notice.module.css'
import { useStaff } from './staff-context.ts'

/** Tells administrators that emails do not leave the server. */
export function EmailSetup() {
  const { role } = useStaff()
  if (!emailsGoToFiles() || !isAllowed(role, 'managePeople')) return null
  return (
    <section className={styles.notice} aria-label="Email setup">
      <p>Emails are saved to files, not sent.</p>
      <details>
        <summary>Set up email</summary>
        <p>
          Open an account with Postmark, set <code>POSTMARK_SERVER_TOKEN</code> on the server and restart it. “Email” in{' '}
          <code>docs/operations.md</code> has each step. Until then, look for the emails in the folder <code>mail</code>{' '}
          of <code>DATA_DIR</code>.
        </p>
      </details>
    </section>
  )
}
