import { Link, Navigate, useHydrated, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import styles from '#client/components/account-form.module.css'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { buttonClass } from '#client/components/button-class.ts'
import { prepareToasts } from '#client/components/toasts.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { useSecretLink } from '#client/lib/use-secret-link.ts'
import { ConfirmPasswordForm } from './confirm-password-form.tsx'
import { EmailRequestForm } from './email-request-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { type ConfirmationStep, useConfirmation } from './use-confirmation.ts'

const subtitles: Readonly<Record<ConfirmationStep, string>> = {
  working: 'One moment…',
  done: 'One moment…',
  password: 'Enter your password to continue',
  'second-factor': 'Your email is confirmed',
  used: 'This link was already used. It worked.',
  expired: 'This link is invalid or has expired',
  failed: 'We couldn’t confirm your email just now',
}

/** Confirms the address with an API call, so that fetching the page alone does not. */
export function ConfirmPage() {
  useEffect(prepareToasts, [])
  const { token } = useSecretLink('/auth/confirm')
  // One prerendered page serves all links.
  return useHydrated() ? <Confirmation key={token} token={token} /> : <ConfirmFrame step="working" />
}

function Confirmation({ token }: { token: string | undefined }) {
  const { step, methods, confirm, tryAgain } = useConfirmation(token)
  const navigate = useNavigate()
  const signedIn = useAuth().status === 'signed-in'
  if (step === 'done' || (step === 'second-factor' && signedIn)) return <Navigate to="/" replace />
  return (
    <ConfirmFrame step={step}>
      {step === 'password' && <ConfirmPasswordForm confirm={confirm} />}
      {step === 'second-factor' && (
        <SecondFactorForm methods={methods} onStartAgain={() => void navigate({ to: '/auth' })} />
      )}
      {step === 'failed' && (
        <button type="button" className={buttonClass()} onClick={tryAgain}>
          Try again
        </button>
      )}
      {step === 'expired' && <NewLink />}
      {step === 'used' && (
        <>
          <p className={styles.notice}>Your email is confirmed.</p>
          <p className={styles.links}>
            <SignInLink />
          </p>
        </>
      )}
    </ConfirmFrame>
  )
}

function ConfirmFrame({ step, children }: { step: ConfirmationStep; children?: ReactNode }) {
  return (
    <AccountFrame title="Confirm your email" subtitle={subtitles[step]}>
      {step === 'working' && <p role="status">Confirming your email address…</p>}
      {children}
    </AccountFrame>
  )
}

function NewLink() {
  return (
    <>
      <p className={styles.notice}>
        Each link works once, for 24 hours. If you already used it, just sign in. If not, we can send you a new one.
      </p>
      <EmailRequestForm
        send={auth.resendConfirmation}
        button="Send a new link"
        response="If this address is waiting to be confirmed, a new link is on its way."
      />
      <p className={styles.links}>
        <Link to="/auth">Go to Sign In</Link>
        {/* A new password also confirms the address, even while a stranger keeps requesting links. */}
        <Link to="/auth/reset">Set a new password</Link>
      </p>
    </>
  )
}
