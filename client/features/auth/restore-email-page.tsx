import { Link, useHydrated } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from '#client/components/account-form.module.css'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { buttonClass } from '#client/components/button-class.ts'
import { reportError } from '#client/components/report-error.ts'
import { hideError, prepareToasts } from '#client/components/toasts.tsx'
import { errorReason, failureMessage, isExpiredLink } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useSecretLink } from '#client/lib/use-secret-link.ts'

type Step =
  | { readonly name: 'ask' }
  | { readonly name: 'done'; readonly email: string }
  /** The message says why and what to do. */
  | { readonly name: 'refused'; readonly message: string }

const incomplete = 'This link is incomplete. Open it again from the email, or copy the whole link into your browser.'

const subtitles: Readonly<Record<Step['name'], string>> = {
  ask: 'For when you did not change it yourself',
  done: 'Your account has its former address again',
  refused: 'This link changed nothing',
}

/** The link in the former mailbox opens this page. It asks first, since programs that check emails open links, too. */
export function RestoreEmailPage() {
  useEffect(prepareToasts, [])
  const { token } = useSecretLink('/auth/restore-email')
  const hydrated = useHydrated()
  const [result, setResult] = useState<Step>()
  const [busy, setBusy] = useState(false)
  const isIncomplete = hydrated && token === undefined
  const step: Step = result ?? (isIncomplete ? { name: 'refused', message: incomplete } : { name: 'ask' })

  async function restore(): Promise<void> {
    if (busy || token === undefined) return
    setBusy(true)
    hideError()
    try {
      const { email } = await auth.undoEmailChange({ token })
      setResult({ name: 'done', email })
    } catch (error) {
      if (isExpiredLink(error) || errorReason(error) === 'address_taken')
        setResult({ name: 'refused', message: failureMessage(error) })
      else reportError('Not Changed Back', error)
    }
    setBusy(false)
  }

  return (
    <AccountFrame title="Change your email back" subtitle={subtitles[step.name]}>
      {step.name === 'ask' && (
        <>
          <div className={styles.notice}>
            <p>Your account gets back the address to which we sent this link.</p>
            <p>
              Every device is signed out, the password stops working, and we send a link for a new password to this
              address.
            </p>
          </div>
          <button
            type="button"
            className={buttonClass()}
            disabled={!hydrated}
            aria-busy={busy}
            data-dimmed={busy || undefined}
            onClick={() => void restore()}
          >
            {busy ? 'Changing...' : 'Change it back'}
          </button>
          <p className={styles.aside}>
            Did you change the address yourself? Then close this page, and nothing happens.
          </p>
        </>
      )}
      {step.name === 'done' && (
        <p className={styles.notice} role="status">
          <span>
            It is <strong>{step.email}</strong>, and all devices were signed out.
          </span>
          <span>Open the link that we have just sent there, and choose a new password. It works for one hour.</span>
        </p>
      )}
      {step.name === 'refused' && (
        <p className={styles.notice} role="alert">
          {step.message}
        </p>
      )}
      {step.name !== 'ask' && (
        <p className={styles.links}>
          <Link to="/auth/reset">Get a link for a new password</Link>
          <Link to="/auth">Go to Sign In</Link>
        </p>
      )}
    </AccountFrame>
  )
}
