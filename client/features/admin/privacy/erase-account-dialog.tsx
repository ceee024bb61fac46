import { type FormEvent, useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ProveIdentity } from '#client/components/second-factor/prove-identity.tsx'
import { isProved, useFactors } from '#client/components/second-factor/use-factors.ts'
import { showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorReason, failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import { createSecondFactorCalls } from '#client/lib/second-factor-calls.ts'
import { displayName } from '#shared/account.ts'
import { useStaff } from '../layout/staff-context.ts'
import fields from '../ui/fields.module.css'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import styles from './privacy-section.module.css'

export type Colleague = { readonly id: string; readonly email: string; readonly name: string | null }

type EraseAccountDialogProps = { person: Colleague; onClose: () => void }

export function EraseAccountDialog({ person, onClose }: EraseAccountDialogProps) {
  const { email } = useStaff()
  const [calls] = useState(createSecondFactorCalls)
  const { factors, problem, reload } = useFactors(calls)
  const [proved, setProved] = useState<boolean>()
  return (
    <ModalDialog title={`Erase the account of ${displayName(person)}?`} onClose={onClose}>
      {(close) => {
        if (problem !== undefined)
          return (
            <div className={styles.dialog}>
              <p role="alert">{problem}</p>
              <div className={fields.row}>
                <button type="button" className={buttonClass('primary', 'compact')} onClick={() => void reload()}>
                  Try again
                </button>
              </div>
            </div>
          )
        if (!factors) return <p role="status">One moment…</p>
        if (proved ?? isProved(factors))
          return <ConfirmForm person={person} onDone={close} onProofRequired={() => setProved(false)} />
        return (
          <div className={styles.dialog}>
            <ProveIdentity
              calls={calls}
              email={email}
              hasPasskey={factors.passkeys.length > 0}
              onProved={() => setProved(true)}
            />
            <div className={fields.row}>
              <button type="button" className={buttonClass('quiet', 'compact')} onClick={close}>
                Cancel
              </button>
            </div>
          </div>
        )
      }}
    </ModalDialog>
  )
}

type ConfirmFormProps = { person: Colleague; onDone: () => void; onProofRequired: () => void }

function ConfirmForm({ person, onDone, onProofRequired }: ConfirmFormProps) {
  const utils = api.useUtils()
  const confirmId = useId()
  const errorId = useId()
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function erase(): Promise<void> {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await utils.client.privacy.eraseAccount.mutate({ userId: person.id, confirmation })
      showSuccess({ title: 'Account erased', message: 'The timelines follow within a few minutes.' })
      onDone()
      void utils.people.invalidate()
      void utils.privacy.colleagues.invalidate()
      void utils.estimates.invalidate()
    } catch (failure) {
      setBusy(false)
      if (errorReason(failure) === 'proof_required') {
        onProofRequired()
        return
      }
      setError(fieldErrors(failure).confirmation ?? failureMessage(failure))
      document.getElementById(confirmId)?.focus()
    }
  }

  return (
    <form
      className={styles.dialog}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void erase()
      }}
    >
      <p>
        They are signed out everywhere and can’t sign in again. Their name and address disappear from requests,
        timelines, exports and the log. This can’t be undone.
      </p>
      <div className={fields.stack}>
        <label htmlFor={confirmId} className={fields.label}>
          Type {person.email} to confirm
        </label>
        <input
          id={confirmId}
          className={fields.input}
          value={confirmation}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        {error !== undefined && (
          <p id={errorId} className={fields.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={fields.row}>
        <button type="submit" className={buttonClass('primary', 'compact')} aria-disabled={busy}>
          {busy ? 'Erasing…' : 'Erase account'}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  )
}
