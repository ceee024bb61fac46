import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { CheckIcon, MailIcon, PhoneIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import styles from './confirmation-page.module.css'

const steps = [
  {
    title: 'Review Your Project',
    text: 'We go through everything you sent us and note what we still need to know.',
  },
  {
    title: 'Personal Consultation',
    text: 'We contact you within 24 hours to talk about your project, timeline and budget.',
  },
  {
    title: 'Detailed Proposal',
    text: 'A detailed estimate follows within 2-3 business days, with no hidden fees.',
  },
] as const

export function ConfirmationPage() {
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])

  return (
    <div className={styles.page}>
      <span className={styles.check}>
        <CheckIcon />
      </span>
      <h1 className={styles.title}>Thank You!</h1>
      <p className={styles.lead}>We have received your request and will contact you within 24 hours.</p>

      <section className={styles.next}>
        <h2 className={styles.heading}>What happens next?</h2>
        <ol className={styles.steps}>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.step}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={styles.contact}>
        <h2 className={styles.heading}>Questions in the meantime?</h2>
        <p className={styles.links}>
          <a href={company.phone.href}>
            <PhoneIcon />
            {company.phone.display}
          </a>
          <a href={`mailto:${company.email}`}>
            <MailIcon />
            {company.email}
          </a>
        </p>
        <p className={styles.hours}>{company.hours}</p>
      </section>

      <div className={styles.actions}>
        <Link to="/" className={buttonClass()}>
          Return to Homepage
        </Link>
        <a href={company.phone.href} className={buttonClass('quiet')}>
          <PhoneIcon />
          Call Now for Immediate Help
        </a>
      </div>
    </div>
  )
}
