import { Link, useHydrated, useRouterState } from '@tanstack/react-router'
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

/** Whether one has come from the header's consultation form, which leaves an address on the device and sends nothing. */
function useIsConsultation(): boolean {
  const type = useRouterState({
    select: ({ location, resolvedLocation }) => {
      // While one goes on to another page, this one still stands for a moment.
      const leaving = resolvedLocation && location.pathname !== resolvedLocation.pathname && isHere(resolvedLocation)
      return (leaving ? resolvedLocation : location).state.type
    },
  })
  // The state survives a reload, but the markup that the build has written knows nothing of it.
  return useHydrated() && type === 'consultation'
}

const isHere = ({ pathname }: { pathname: string }) => pathname.replace(/\/+$/, '') === '/confirmation'

export function ConfirmationPage() {
  const isConsultation = useIsConsultation()
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])

  return (
    <div className={styles.page}>
      <span className={styles.check}>
        <CheckIcon />
      </span>
      <h1 className={styles.title}>Thank You!</h1>
      {isConsultation ? (
        <p className={styles.lead}>
          Your e-mail address is saved on this device. <Link to="/estimate">Request your estimate</Link> and it is
          filled in.
        </p>
      ) : (
        <p className={styles.lead}>We have received your request and will contact you within 24 hours.</p>
      )}

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
