import { type HistoryState, Link, useHydrated, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { EmailLink, PhoneLink } from '#client/components/company-links.tsx'
import { ArrowIcon, CheckIcon, PhoneIcon } from '#client/components/icons.tsx'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { company } from '#shared/company.ts'
import styles from './confirmation-page.module.css'

const { claims, promises } = company

const stepsAfter = (type: ConfirmationState['type'] | undefined) => [
  {
    title: 'Review Your Project',
    text:
      type === 'estimate'
        ? 'We review what you sent and note any questions.'
        : 'Tell us about it in the estimate form. We review it and note any questions.',
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
  const { type, reference, emailed, saved } = useConfirmationState()
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])

  return (
    <div className={styles.page} data-no-call-bar>
      <span className={styles.check}>
        <CheckIcon />
      </span>
      <h1 className={styles.title}>Thank You!</h1>
      <p className={styles.lead}>{leadAfter(type, saved)}</p>
      {type === 'estimate' ? (
        <p className={styles.reference}>
          {reference !== undefined && (
            <>
              Your reference is <strong>{reference}</strong>.
            </>
          )}
          {emailed !== false &&
            (emailsGoToFiles() ? ' Please note it down.' : ' A copy of your answers is on its way to your inbox.')}
        </p>
      ) : (
        <Link to="/estimate" className={`${buttonClass()} ${styles.next}`}>
          Request your estimate
          <ArrowIcon />
        </Link>
      )}

      <section className={styles.plan}>
        <h2 className={styles.heading}>What happens next?</h2>
        <ol className={styles.steps}>
          {stepsAfter(type).map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.step}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={styles.contact}>
        <div>
          <h2 className={styles.heading}>Questions in the meantime?</h2>
          <p className={styles.links}>
            <PhoneLink />
            <EmailLink />
          </p>
          <p className={styles.hours}>{company.hours}</p>
        </div>
        <a href={company.phone.href} className={buttonClass(type === 'estimate' ? 'primary' : 'quiet')}>
          <PhoneIcon />
          Call Now for Immediate Help
        </a>
      </section>

      <Link to="/" className={styles.home}>
        Return to Homepage
      </Link>
    </div>
  )
}

/** Without a state, the page was opened by its address, maybe by a visitor who has sent nothing. */
function leadAfter(type: ConfirmationState['type'] | undefined, saved = true): string {
  if (type === 'estimate') return `We have received your request and will contact you ${promises.contact}.`
  if (type === 'consultation' && !saved) return 'This browser can’t save your email, so please enter it in the form.'
  if (type === 'consultation') return 'We saved your email on this device. Your estimate form is ready to go.'
  return `Once you send us a request, we contact you ${promises.contact}.`
}
