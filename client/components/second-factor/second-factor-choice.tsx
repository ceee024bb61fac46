import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { AddFactor } from './add-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'
import { StepHeading } from './step-heading.tsx'
import { useFactors } from './use-factors.ts'

/** Leads a user whose role requires a second factor through its set-up. */
export function SecondFactorChoice({ email, onDone }: { email: string; onDone: () => void }) {
  const { factors, problem, reload } = useFactors()
  const [kind, setKind] = useState<'app' | 'passkey'>()
  const [codes, setCodes] = useState<readonly string[]>()

  if (codes) return <RecoveryCodes codes={codes} email={email} level={2} onDone={onDone} />

  if (problem !== undefined) return <ProblemNote text={problem} onRetry={() => void reload()} />
  if (!factors) return <p role="status">One moment…</p>
  if (kind)
    return (
      <div className={styles.stack}>
        <StepHeading level={2}>{kind === 'app' ? 'Authenticator app' : 'Passkey'}</StepHeading>
        <AddFactor
          {...{ kind, email, factors }}
          onAdded={({ recoveryCodes }) => (recoveryCodes ? setCodes(recoveryCodes) : onDone())}
        />
        <div>
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => setKind(undefined)}>
            Choose another way
          </button>
        </div>
      </div>
    )
  return (
    <ul className={styles.choices}>
      <li className={styles.choice}>
        <h2 className={styles.heading}>Passkey</h2>
        <p className={styles.note}>
          Sign in with your fingerprint, face or the PIN of your device, without typing a password. The safest way.
        </p>
        <button type="button" className={buttonClass('primary', 'compact')} onClick={() => setKind('passkey')}>
          Add a passkey
        </button>
      </li>
      <li className={styles.choice}>
        <h2 className={styles.heading}>Authenticator app</h2>
        <p className={styles.note}>
          {factors.appProblem ?? 'An app on your phone shows six digits, which you enter after your password.'}
        </p>
        {factors.appProblem === null && (
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => setKind('app')}>
            Set up an app
          </button>
        )}
      </li>
    </ul>
  )
}
