import { type HistoryState, Link, useHydrated, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon, CheckIcon, MailIcon, PhoneIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import styles from './confirmation-page.module.css'

const { claims, promises } = company

/** @param sent whether an estimate was submitted */
const stepsAfter = (sent: boolean) => [
  {
    title: 'Review Your Project',
    text: sent
      ? 'We go through everything you sent us and note what we still need to know.'
      : 'Tell us about it in the estimate form, and we go through everything you write.',
  },
  {
    title: 'Personal Consultation',
    text: `We contact you ${promises.contact} to talk about your project, timeline and budget.`,
  },
  {
    title: 'Detailed Proposal',
    text: `A detailed estimate follows ${promises.estimate}, with ${claims.fees.sentence.toLowerCase()}.`,
  },
]

/** The prerendered page has no state. */
function useConfirmationState(): HistoryState {
  const state = useRouterState({
    select: ({ location, resolvedLocation }) => {
      // A navigation elsewhere still shows this page for a moment.
      const leaving = resolvedLocation && location.pathname !== resolvedLocation.pathname && isHere(resolvedLocation)
      return (leaving ? resolvedLocation : location).state
    },
  })
  return useHydrated() ? state : {}
}

const isHere = ({ pathname }: { pathname: string }) => pathname.replace(/\/+$/, '') === '/confirmation'

export function ConfirmationPage() {
  const { type, reference } = useConfirmationState()
  const isConsultation = type === 'consultation'
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
        <>
          <p className={styles.lead}>
            Your e-mail address is saved on this device. The estimate form has it filled in for you.
          </p>
          <Link to="/estimate" className={`${buttonClass()} ${styles.next}`}>
            Request your estimate
            <ArrowIcon />
          </Link>
        </>
      ) : (
        <>
          <p className={styles.lead}>We have received your request and will contact you {promises.contact}.</p>
          {reference !== undefined && (
            <p className={styles.reference}>
              Your reference is <strong>{reference}</strong>. A confirmation is on its way to you by e-mail.
            </p>
          )}
        </>
      )}

      <section className={styles.plan}>
        <h2 className={styles.heading}>What happens next?</h2>
        <ol className={styles.steps}>
          {stepsAfter(!isConsultation).map(({ title, text }) => (
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
        <Link to="/" className={buttonClass(isConsultation ? 'quiet' : 'primary')}>
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
