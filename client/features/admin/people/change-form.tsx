import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { errorReason, failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import fields from '../ui/fields.module.css'
import styles from './change-form.module.css'
import { ConfirmIdentity } from './confirm-identity.tsx'

type ChangeFormProps = {
  button: string
  /** Sends the change, and closes the dialog afterwards. */
  send: () => Promise<void>
  onCancel: () => void
  /** @param errors the server's messages by field */
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** The form of a dialog about people. If the last proof of identity is too old, it asks for one and sends again. */
export function ChangeForm({ button, send, onCancel, children }: ChangeFormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [asksWho, setAsksWho] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  async function submit(): Promise<void> {
    if (busy) return
    setBusy(true)
    setError(undefined)
    setErrors({})
    try {
      await send()
    } catch (failure) {
      const byField = fieldErrors(failure)
      setAsksWho(errorReason(failure) === 'proof_required')
      setErrors(byField)
      if (Object.keys(byField).length === 0) setError(failureMessage(failure))
    }
    setBusy(false)
  }

  if (asksWho)
    return (
      <ConfirmIdentity
        onProved={() => {
          setAsksWho(false)
          void submit()
        }}
        onCancel={onCancel}
      />
    )
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {children(errors)}
      {error !== undefined && (
        <p className={fields.error} role="alert">
          {error}
        </p>
      )}
      <div className={fields.row}>
        <button type="submit" className={buttonClass('primary', 'compact')} aria-disabled={busy}>
          {busy ? 'One moment…' : button}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
