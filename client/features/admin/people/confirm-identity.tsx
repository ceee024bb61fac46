import { type FormEvent, useEffect, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import { passkeyProblem } from '#client/lib/auth/passkey-problem.ts'
import { createSecondFactorCalls, proveByPasskey } from '#client/lib/second-factor-calls.ts'
import { useStaff } from '../layout/staff-context.ts'
import fields from '../ui/fields.module.css'
import styles from './change-form.module.css'
import { TextField } from './text-field.tsx'

type ConfirmIdentityProps = { onProved: () => void; onCancel: () => void }

/** Asks an administrator for the password or a passkey, in a dialog: toasts would be behind it. */
export function ConfirmIdentity({ onProved, onCancel }: ConfirmIdentityProps) {
  const { email } = useStaff()
  const [calls] = useState(createSecondFactorCalls)
  const [hasPasskey, setHasPasskey] = useState(false)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    calls.state.query().then(
      ({ passkeys }) => setHasPasskey(passkeys.length > 0),
      // The password works without knowing it.
      () => undefined,
    )
  }, [calls])

  async function prove(send: () => Promise<unknown>, findProblem: (failure: unknown) => string): Promise<void> {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await send()
      onProved()
    } catch (failure) {
      setError(findProblem(failure))
      setBusy(false)
    }
  }

  const byPassword = () => calls.prove.mutate({ password })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void prove(byPassword, (failure) => fieldErrors(failure).password ?? failureMessage(failure))
      }}
    >
      <p>Please confirm first that it is you. Then we save your change.</p>
      <HiddenUsername email={email} />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        // The step before it had the focus, and is gone.
        autoFocus
        value={password}
        error={error}
        onChange={setPassword}
      />
      <div className={fields.row}>
        <button type="submit" className={buttonClass('primary', 'compact')} aria-disabled={busy}>
          Continue
        </button>
        {hasPasskey && (
          <button
            type="button"
            className={buttonClass('quiet', 'compact')}
            onClick={() => void prove(() => proveByPasskey(calls), passkeyProblem)}
          >
            Use a passkey
          </button>
        )}
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
