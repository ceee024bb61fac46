import { useHydrated } from '@tanstack/react-router'
import { EmailLink, PhoneLink } from './company-links.tsx'
import styles from './late-note.module.css'

/** Appears when a form has waited ten seconds for its scripts. The style sheet alone shows it, since no script may come. */
export function LateNote() {
  if (useHydrated()) return null
  return (
    <p role="status" className={styles.note}>
      This form’s scripts have not loaded. Your connection may be slow, or something may be blocking them. You can also
      reach us at <PhoneLink /> or <EmailLink />.
    </p>
  )
}
