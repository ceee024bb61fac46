import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { reportError } from '#client/components/report-error.ts'
import { ProveIdentity } from '#client/components/second-factor/prove-identity.tsx'
import styles from '#client/components/second-factor/second-factor.module.css'
import { StepHeading } from '#client/components/second-factor/step-heading.tsx'
import { type Factors, isProved } from '#client/components/second-factor/use-factors.ts'
import { hideError } from '#client/components/toasts.tsx'
import { errorReason } from '#client/lib/api-error.ts'
import type { SecondFactorCalls } from '#client/lib/second-factor-calls.ts'

type ConfirmChangeProps = {
  calls: SecondFactorCalls
  email: string
  factors: Factors
  question: string
  consequence: string
  confirm: string
  failed: string
  change: () => Promise<void>
  onCancel: () => void
}

/** Asks for confirmation and, if the last proof of identity is too old, for a new one. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { calls, email, factors, question, consequence, confirm, failed, change, onCancel } = props
  const [proved, setProved] = useState(() => isProved(factors))
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    if (busy) return
    setBusy(true)
    hideError()
    try {
      await change()
    } catch (error) {
      if (errorReason(error) === 'proof_required') setProved(false)
      else reportError(failed, error)
    }
    setBusy(false)
  }

  return (
    <div className={styles.panel}>
      <div>
        <StepHeading>{question}</StepHeading>
        <p className={styles.note}>{consequence}</p>
      </div>
      {proved ? (
        <div className={styles.buttons}>
          <button
            type="button"
            className={buttonClass('primary', 'compact')}
            aria-busy={busy}
            data-dimmed={busy || undefined}
            onClick={() => void press()}
          >
            {confirm}
          </button>
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={onCancel}>
            Cancel
          </button>
        </div>
      ) : (
        <ProveIdentity
          calls={calls}
          email={email}
          hasPasskey={factors.passkeys.length > 0}
          onProved={() => setProved(true)}
          onCancel={onCancel}
        />
      )}
    </div>
  )
}
