import { company } from '#shared/company.ts'
import { EmailLink, PhoneLink } from './company-links.tsx'
import styles from './contact-lines.module.css'

/** Says how to reach the company, and when. */
export function ContactLines() {
  return (
    <>
      <p>
        <PhoneLink className={styles.link} />
      </p>
      <p>
        <EmailLink className={styles.link} />
      </p>
      <p className={styles.hours}>{company.hours}</p>
    </>
  )
}
