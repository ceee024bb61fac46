import { useEffect, useId, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { EstimateWork } from '#shared/estimate-work.ts'
import fields from './fields.module.css'
import styles from './set-aside-notice.module.css'
import { reasonSentences } from './set-aside-words.ts'
import type { WorkChange } from './work-changes.ts'

type SetAsideNoticeProps = {
  setAside: NonNullable<EstimateWork['setAside']>
  save: (change: WorkChange) => Promise<boolean>
}

/** Says why a request is set aside and what that means, and has somebody decide. */
export function SetAsideNotice({ setAside: { reasons, isSpam }, save }: SetAsideNoticeProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const wasSpam = useRef(isSpam)

  // The button that was pressed goes, and the focus would be lost with it.
  useEffect(() => {
    if (wasSpam.current !== isSpam && document.activeElement === document.body) heading.current?.focus()
    wasSpam.current = isSpam
  }, [isSpam])

  return (
    <section className={styles.notice} aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
        {isSpam ? 'Spam' : 'Set aside as possible spam'}
      </h3>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reasonSentences[reason]}</li>
        ))}
      </ul>
      <p>
        {isSpam
          ? 'It is not in the list, and its clock does not run.'
          : 'Nobody has got an e-mail about it, and its clock does not run. Releasing it sends both e-mails, and starts the 24 hours.'}
      </p>
      <div className={fields.row}>
        <button
          type="button"
          className={buttonClass('primary', 'compact')}
          onClick={() => void save({ kind: 'release' })}
        >
          {isSpam ? 'Not spam' : 'Release'}
        </button>
        {!isSpam && (
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => void save({ kind: 'spam' })}>
            Confirm as spam
          </button>
        )}
      </div>
    </section>
  )
}
