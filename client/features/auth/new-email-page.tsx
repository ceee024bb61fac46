import { Link, useHydrated } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import styles from '#client/components/account-form.module.css'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { buttonClass } from '#client/components/button-class.ts'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { useSecretLink } from '#client/lib/use-secret-link.ts'
import { emailUndoHours } from '#shared/account.ts'
import { SignInForm } from './sign-in-form.tsx'
import { type NewEmailStep, useNewEmail } from './use-new-email.ts'

const subtitles: Readonly<Record<NewEmailStep['name'], string>> = {
  working: 'One moment…',
  'sign-in': 'Sign in to go on',
  done: 'Your email address has changed',
  refused: 'Your email address has not changed',
  failed: 'We couldn’t reach the server just now',
}

/**
 * The link in the new mailbox opens this page. It confirms by a call, so that fetching the page alone changes nothing.
 */
export function NewEmailPage() {
  useEffect(prepareToasts, [])
  const { token } = useSecretLink('/auth/new-email')
  // One prerendered page serves all links.
  return useHydrated() ? <NewEmail key={token} token={token} /> : <Frame name="working" />
}

function NewEmail({ token }: { token: string | undefined }) {
  const state = useAuth()
  const { step, tryAgain } = useNewEmail(token, state)
  const [typed, setTyped] = useState('')
  switch (step.name) {
    case 'working':
      return <Frame name="working" />
    case 'sign-in':
      return (
        <Frame name="sign-in">
          <p className={styles.notice}>
            The link works only for the account that asked for it. Sign in to it here, with the address that it has so
            far.
          </p>
          <SignInForm email={typed} onEmail={setTyped} />
        </Frame>
      )
    case 'done':
      return (
        <Frame name="done">
          <p className={styles.notice}>
            <span>
              Your account has the address <strong>{step.email}</strong> now. Sign in with it from now on.
            </span>
            <span>We told your former address, which can undo the change for {emailUndoHours} hours.</span>
          </p>
          <AccountLink />
        </Frame>
      )
    case 'refused':
      return (
        <Frame name="refused">
          <p className={styles.notice} role="alert">
            {step.message}
          </p>
          {step.isOtherAccount ? <SignOutButton look="primary" /> : <AccountLink />}
        </Frame>
      )
    case 'failed':
      return (
        <Frame name="failed">
          <button type="button" className={buttonClass()} onClick={tryAgain}>
            Try again
          </button>
        </Frame>
      )
  }
}

function Frame({ name, children }: { name: NewEmailStep['name']; children?: ReactNode }) {
  return (
    <AccountFrame title="Confirm your new email" subtitle={subtitles[name]}>
      {name === 'working' && <p role="status">Confirming your new email address…</p>}
      {children}
    </AccountFrame>
  )
}

function AccountLink() {
  return (
    <Link to="/account" className={buttonClass()}>
      Go to your account
    </Link>
  )
}
