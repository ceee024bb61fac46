import { type HistoryState, Link, useHydrated, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { EmailLink, PhoneLink } from '#client/components/company-links.tsx'
import { ArrowIcon, CheckIcon, PhoneIcon } from '#client/components/icons.tsx'
import { type FormPhotos, photosOfSentRequest } from '#client/features/photos/form-photos.ts'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { company, estimatePromise, isShown, responsePromise } from '#shared/company.ts'
import { contactPromise } from '#shared/estimates/contact-promise.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import styles from './confirmation-page.module.css'

const { fees } = company.claims

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
    text: `We’ll contact you ${responsePromise} to talk about your project, timeline and budget.`,
  },
  {
    title: 'Detailed Proposal',
    text: `A detailed estimate follows ${estimatePromise()}${isShown(fees) ? `, with ${fees.sentence.toLowerCase()}` : ''}.`,
  },
]

const thingsToHaveReady = [
  { title: 'Photos', text: 'The space as it is now, and plans if there are any.' },
  { title: 'Measurements', text: 'Length, width and ceiling height. Rough ones will do.' },
  { title: 'Building rules', text: 'Board approval, work hours, freight elevator and insurance.' },
] as const

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
  const state = useConfirmationState()
  const { type, reference, emailed, link } = state
  const [openedAt] = useState(() => new Date())
  const [photos] = useState(photosOfSentRequest)
  const isSent = type === 'estimate'
  const isDone = isSent || (type === 'consultation' && state.saved !== false)
  const isEmailed = isSent && emailed !== false && !emailsGoToFiles()
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])

  return (
    <div className={styles.page} data-no-call-bar>
      <span className={`${styles.check} ${isDone ? styles.done : ''}`}>
        <CheckIcon />
      </span>
      <h1 className={styles.title}>Thank You!</h1>
      <p className={styles.lead}>{toLead(state, openedAt)}</p>
      {isSent ? (
        <p className={styles.reference}>
          {reference !== undefined && (
            <>
              Your reference is <strong>{reference}</strong>.
            </>
          )}
          {emailed !== false &&
            (isEmailed ? ' A copy of your answers is on its way to your inbox.' : ' Please note it down.')}
        </p>
      ) : (
        <Link to="/estimate" className={`${buttonClass()} ${styles.next}`}>
          Start your estimate
          <ArrowIcon />
        </Link>
      )}
      {isSent && link && (
        <a href={link} className={`${buttonClass('quiet')} ${styles.next}`}>
          See your request
        </a>
      )}

      {isSent && photos && <LatePhotos photos={photos} />}

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

      <ThingsToHaveReady isEmailed={isEmailed} link={isSent ? link : undefined} />

      <section className={styles.contact}>
        <div>
          <h2 className={styles.heading}>Questions in the meantime?</h2>
          <p className={styles.lines}>
            <PhoneLink />
            <EmailLink />
            <span>{company.hours}</span>
          </p>
        </div>
        <a href={company.phone.href} className={buttonClass(isSent ? 'primary' : 'quiet')}>
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

/** Photos that were still on their way when the request was sent, and whatever became of them. */
function LatePhotos({ photos }: { photos: FormPhotos }) {
  const view = useSyncExternalStore(photos.subscribe, photos.view, photos.view)
  if (!view.parts || view.photos.length === 0) return null
  const isDone = view.photos.every(({ state }) => state === 'sent')
  const isRunning = view.photos.some(({ state }) => state === 'preparing' || state === 'sending')
  return (
    <section className={styles.plan}>
      <h2 className={styles.heading}>Your photos</h2>
      <p role="status" className={styles.photos}>
        {isDone ? (
          'All photos were sent.'
        ) : (
          <view.parts.PhotoStatus photos={view.photos} done="sent">
            {isRunning && 'Please keep this page open until all are.'}
          </view.parts.PhotoStatus>
        )}
      </p>
      <view.parts.PhotoList photos={view.photos} done="sent" onRetry={photos.retry} />
    </section>
  )
}

function ThingsToHaveReady({ isEmailed, link }: { isEmailed: boolean; link: string | undefined }) {
  return (
    <section className={styles.plan}>
      <h2 className={styles.heading}>What to have ready</h2>
      <dl className={styles.ready}>
        {thingsToHaveReady.map(({ title, text }) => (
          <div key={title}>
            <dt className={styles.step}>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.send}>
        {isEmailed ? (
          'To send photos, reply to our email.'
        ) : (
          <>
            To send photos, <a href={`mailto:${company.email}`}>email us</a>.
          </>
        )}
      </p>
      {link && (
        <p>
          Or add them at any time on <a href={link}>the page of your request</a>.
        </p>
      )}
    </section>
  )
}

/** Without a state, the page was opened by its address, maybe by a visitor who has sent nothing. */
function toLead({ type, saved = true, submittedAt }: HistoryState, now: Date): string {
  if (type === 'estimate') {
    // The email to the visitor names the same time.
    const promise = submittedAt ? contactPromise(responseDueAt(new Date(submittedAt)), now) : responsePromise
    return `We have received your request. We’ll contact you ${promise}.`
  }
  if (type === 'consultation')
    return saved
      ? 'Your guide is below. We saved your email on this device, and the estimate form fills it in.'
      : 'Your guide is below. This browser can’t save your email, so please enter it in the estimate form.'
  return `Once you send us a request, we’ll contact you ${responsePromise}.`
}
