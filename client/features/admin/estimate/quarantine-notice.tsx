import { useId } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { usePageActions } from '../layout/use-page-actions.ts'
import fields from '../ui/fields.module.css'
import { reasonLabels } from '../ui/quarantine-labels.ts'
import type { Save, WorkChange } from './work-changes.ts'
import styles from './work-notice.module.css'

type QuarantineNoticeProps = { quarantine: NonNullable<EstimateWork['quarantine']>; save: Save }

export function QuarantineNotice({ quarantine: { reasons, isSpam }, save }: QuarantineNoticeProps) {
  const headingId = useId()
  usePageActions([
    { label: isSpam ? 'Not spam' : 'Release', words: 'spam', run: () => decide(save, { kind: 'release' }) },
  ])
  return (
    <section className={styles.notice} aria-labelledby={headingId}>
      <h3 id={headingId}>{isSpam ? 'Spam' : 'Set aside as possible spam'}</h3>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reasonLabels[reason]}</li>
        ))}
      </ul>
      <p>
        {isSpam
          ? `It is hidden from the list, and its ${responseHours}-hour clock is stopped.`
          : `No emails were sent and the ${responseHours}-hour clock is paused. Releasing sends both emails and starts the clock.`}
      </p>
      <div className={fields.row}>
        <button
          type="button"
          className={buttonClass('primary', 'compact')}
          onClick={() => decide(save, { kind: 'release' })}
        >
          {isSpam ? 'Not spam' : 'Release'}
        </button>
        {!isSpam && <SpamButton label="Confirm as spam" save={save} />}
      </div>
    </section>
  )
}

export function MarkAsSpam({ save }: { save: Save }) {
  return (
    <div>
      <SpamButton label="Mark as spam" save={save} />
    </div>
  )
}

function SpamButton({ label, save }: { label: string; save: Save }) {
  usePageActions([{ label, isMinor: true, run: () => decide(save, { kind: 'spam' }) }])
  return (
    <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => decide(save, { kind: 'spam' })}>
      {label}
    </button>
  )
}

function decide(save: Save, change: WorkChange): void {
  // The pressed button disappears, and would take the focus with it.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  void save(change)
}
