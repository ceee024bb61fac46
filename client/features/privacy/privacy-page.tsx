import { ContactLines } from '#client/components/contact-lines.tsx'
import { PageIntro } from '#client/components/page-intro.tsx'
import { company } from '#shared/company.ts'
import { ForgetDevice } from './forget-device.tsx'
import { PrivacyDetails, phoneLink } from './privacy-details.tsx'
import styles from './privacy-page.module.css'

/** Must match the software's behavior. */
export function PrivacyPage() {
  return (
    <div className={styles.page} data-no-call-bar>
      <PageIntro title="Privacy" lead="The short version first. The details are below it.">
        <p className={styles.responsible}>{company.legalName} is responsible for your data.</p>
      </PageIntro>

      <ul className={styles.short}>
        <li>We use what you send us to prepare your estimate and, if you hire us, to do the work.</li>
        <li>We never sell it, and we never use it for advertising.</li>
        <li>Our public pages set no cookies and have no trackers.</li>
        <li>
          A draft of your estimate form stays on your own device until you send it. Photos reach us as you add them.
        </li>
        <li>
          We erase your data whenever you ask: call {phoneLink} or{' '}
          <a href={`mailto:${company.email}`} className={styles.phone}>
            email us
          </a>
          . Otherwise we keep it as long as stated below.
        </li>
      </ul>
      <aside className={styles.aside}>
        <div className={styles.card}>
          <h2 className={styles.cardTitle}>On this device</h2>
          <p>Removes your draft and everything else that this site has stored in your browser, except cookies.</p>
          <ForgetDevice />
        </div>
        <div className={`${styles.card} ${styles.contact}`}>
          <h2 className={styles.cardTitle}>Questions about your data?</h2>
          <ContactLines />
        </div>
      </aside>

      <PrivacyDetails />
    </div>
  )
}
