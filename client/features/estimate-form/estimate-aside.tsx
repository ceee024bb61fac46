import { EmailLink, PhoneLink } from '#client/components/company-links.tsx'
import { company, estimatePromise, isShown, responsePromise, workArea } from '#shared/company.ts'
import styles from './estimate-aside.module.css'

const { claims } = company

const steps = [
  { when: responsePromise, what: 'We’ll contact you to go through your project.' },
  {
    when: estimatePromise(),
    what: `Your detailed estimate follows${isShown(claims.fees) ? `, with ${claims.fees.sentence.toLowerCase()}` : ''}.`,
  },
] as const

const credentials = [claims.licensed, claims.experience, claims.projects]
  .filter(isShown)
  .map(({ sentence }) => sentence)

export function EstimateAside() {
  return (
    <aside className={styles.aside}>
      <div className={styles.card}>
        <h2 className={styles.title}>What you can count on</h2>
        <ol className={styles.steps}>
          {steps.map(({ when, what }) => (
            <li key={when}>
              <strong className={styles.when}>{when}</strong>
              <span>{what}</span>
            </li>
          ))}
        </ol>
        {credentials.length > 0 && (
          <p className={styles.credentials}>
            {credentials.join(', ')} across {workArea()}.
          </p>
        )}
      </div>
      <div className={styles.contact}>
        <h2 className={styles.title}>Prefer to talk?</h2>
        <p>
          <PhoneLink className={styles.phone} />
        </p>
        <p>
          <EmailLink className={styles.mail} />
        </p>
        <p className={styles.hours}>{company.hours}</p>
      </div>
    </aside>
  )
}
