import { buttonClass } from '#client/components/button-class.ts'
import styles from '#client/components/second-factor/second-factor.module.css'
import type { Factors } from '#client/components/second-factor/use-factors.ts'
import { formatDay } from '#shared/formatting.ts'
import { maxPasskeys, recoveryCodeCount } from '#shared/second-factor.ts'

export type Task =
  | { readonly kind: 'add-app' | 'remove-app' | 'add-passkey' | 'make-codes' }
  | { readonly kind: 'remove-passkey'; readonly id: string; readonly name: string }

type FactorListProps = { factors: Factors; onTask: (task: Task) => void }

const button = buttonClass('quiet', 'compact')

export function FactorList({ factors, onTask }: FactorListProps) {
  const { app, appProblem, passkeys, recoveryCodesLeft, isRequired } = factors
  const isOn = app !== null || passkeys.length > 0
  return (
    <>
      {!isOn && <p className={styles.state}>It is off. Add a passkey or an authenticator app to switch it on.</p>}
      <ul className={styles.rows}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.row}>
            <div className={styles.fact}>
              <p className={styles.name}>{passkey.name}</p>
              <p className={styles.small}>
                Passkey, added {formatDay(new Date(passkey.createdAt))}.{' '}
                <span>
                  {passkey.lastUsedAt ? `Last used ${formatDay(new Date(passkey.lastUsedAt))}.` : 'Not used yet.'}
                </span>{' '}
                {passkey.isBackedUp ? 'Synced across devices.' : 'Only on this one device.'}
              </p>
            </div>
            <button
              type="button"
              className={button}
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => onTask({ kind: 'remove-passkey', id: passkey.id, name: passkey.name })}
            >
              Remove
            </button>
          </li>
        ))}
        <li className={styles.row}>
          <div className={styles.fact}>
            <p className={styles.name}>{passkeys.length > 0 ? 'Another passkey' : 'Passkey'}</p>
            <p className={styles.small}>
              {passkeys.length < maxPasskeys
                ? 'Signs you in with your fingerprint, face or the PIN of your device, without a password.'
                : `You have ${maxPasskeys}, the most an account can have.`}
            </p>
          </div>
          {passkeys.length < maxPasskeys && (
            <button type="button" className={button} onClick={() => onTask({ kind: 'add-passkey' })}>
              Add a passkey
            </button>
          )}
        </li>
        <li className={styles.row}>
          <div className={styles.fact}>
            <p className={styles.name}>Authenticator app</p>
            <p className={styles.small}>
              {appProblem ??
                (app
                  ? `On since ${formatDay(new Date(app.since))}. It shows six digits, which you enter after your password.`
                  : 'An app on your phone shows six digits, which you enter after your password.')}
            </p>
          </div>
          <div className={styles.buttons}>
            {appProblem === null && (
              <button type="button" className={button} onClick={() => onTask({ kind: 'add-app' })}>
                {app ? 'Use another app' : 'Set up an app'}
              </button>
            )}
            {app && (
              <button
                type="button"
                className={button}
                aria-label="Remove the authenticator app"
                onClick={() => onTask({ kind: 'remove-app' })}
              >
                Remove
              </button>
            )}
          </div>
        </li>
        {isOn && (
          <li className={styles.row}>
            <div className={styles.fact}>
              <p className={styles.name}>Recovery codes</p>
              <p className={styles.small}>
                {`${recoveryCodesLeft} of ${recoveryCodeCount} left. A code lets you in without your phone or key.`}
              </p>
            </div>
            <button type="button" className={button} onClick={() => onTask({ kind: 'make-codes' })}>
              Make new codes
            </button>
          </li>
        )}
      </ul>
      {isRequired && <p className={styles.small}>Your role needs a second factor, so the last one can’t be removed.</p>}
    </>
  )
}
