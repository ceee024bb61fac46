import { MailIcon, PhoneIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import styles from './estimate-aside.module.css'

const steps = [
  { when: 'Within 24 hours', what: 'We contact you to go through your project.' },
  { when: 'Within 2-3 business days', what: 'Your detailed estimate follows, with no hidden fees.' },
] as const

/** What a visitor may expect, and the way to a person, beside the form. */
export function EstimateAside() {
  return (
    <aside className={styles.aside}>
      <div className={styles.card}>
        <h2 className={styles.title}>What you can count on</h2>
        <ol className={styles.steps}>
          {steps.map(({ when, what }) => (
            <li key={when}>
              <strong>{when}</strong>
              <span>{what}</span>
            </li>
          ))}
        </ol>
        <p className={styles.credentials}>
          Licensed and insured, 15+ years of experience, 500+ projects completed across all five boroughs.
        </p>
      </div>
      <div className={styles.contact}>
        <h2 className={styles.title}>Rather talk it through?</h2>
        <p>
          <a href={company.phone.href} className={styles.phone}>
            <PhoneIcon />
            {company.phone.display}
          </a>
        </p>
        <p>
          <a href={`mailto:${company.email}`} className={styles.mail}>
            <MailIcon />
            {company.email}
          </a>
        </p>
        <p className={styles.hours}>{company.hours}</p>
      </div>
    </aside>
  )
}
