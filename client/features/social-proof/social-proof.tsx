import { useRef, useState } from 'react'
import { CloseIcon } from '#client/components/icons.tsx'
import type { Notice } from '#shared/company-schema.ts'
import { dismissal } from './dismissal.ts'
import styles from './social-proof.module.css'
import { useIsInTheWay } from './use-is-in-the-way.ts'
import { useNoticeCycle } from './use-notice-cycle.ts'

type SocialProofProps = {
  notices: readonly Notice[]
  /** It is the time by `Date.now()`. */
  openedAt: number
}

/** Shows sample notices. The keyboard reaches it; screen readers never announce it, and it never covers the focus or the price. */
export function SocialProof({ notices, openedAt }: SocialProofProps) {
  const [dismissed, setDismissed] = useState(dismissal.isDismissed)
  const { index, pause, resume } = useNoticeCycle(notices.length, openedAt, !dismissed)
  const notice = index === undefined ? undefined : notices[index]
  const card = useRef<HTMLElement>(null)
  const yields = useIsInTheWay(card, !dismissed && notice !== undefined)
  if (dismissed || !notice) return null

  function close(): void {
    dismissal.dismiss()
    setDismissed(true)
  }

  return (
    <section
      ref={card}
      className={yields ? `${styles.card} ${styles.yielding}` : styles.card}
      aria-label="Recent requests"
      aria-live="off"
      onPointerEnter={() => pause('hover')}
      onPointerLeave={() => resume('hover')}
      onFocus={() => pause('focus')}
      onBlur={() => resume('focus')}
    >
      <span className={styles.initial} aria-hidden="true">
        {notice.name.slice(0, 1)}
      </span>
      {/* Each notice has a new element, since a page translator may have replaced the texts in it. */}
      <p key={index} className={styles.text}>
        <strong>
          {notice.name} from {notice.neighborhood}
        </strong>{' '}
        {notice.action}
        <span className={styles.time}>{notice.timeAgo}</span>
      </p>
      <button type="button" className={styles.close} aria-label="Close" onClick={close}>
        <CloseIcon />
      </button>
    </section>
  )
}
