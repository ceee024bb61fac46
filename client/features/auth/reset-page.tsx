import { Link, useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from '#client/components/account-form.module.css'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useSecretLink } from '#client/lib/use-secret-link.ts'
import { EmailRequestForm } from './email-request-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useInvitation } from './use-invitation.ts'

/** Requests a link, or sets a password if opened by one. */
export function ResetPage() {
  useEffect(prepareToasts, [])
  const { token, purpose } = useSecretLink('/auth/reset')
  const [expired, setExpired] = useState<string>()
  const isInvited = purpose === 'invitation'
  const { invitation, isGone } = useInvitation(isInvited ? token : undefined)
  // One prerendered page serves all links.
  const byLink = useHydrated() && token !== undefined

  useEffect(() => {
    if (token !== undefined) auth.beginPasswordRecovery()
  }, [token])

  if (byLink && isInvited && (expired === token || isGone)) return <DeadInvitation />
  if (!byLink) return <RequestLink subtitle="We'll email you a link to set a new one" />
  if (expired === token || isGone) return <RequestLink subtitle="This link is invalid or has expired" expired />
  return (
    <AccountFrame
      title="Choose your password"
      subtitle={isInvited ? "You're invited to the staff dashboard" : 'Then sign in with your new password'}
    >
      {invitation?.email && (
        <p className={styles.lead}>
          You will sign in as <bdi>{invitation.email}</bdi>.
        </p>
      )}
      {isInvited && !invitation ? (
        <p role="status">One moment…</p>
      ) : (
        <NewPasswordForm key={token} token={token} invitation={invitation} onExpired={() => setExpired(token)} />
      )}
    </AccountFrame>
  )
}

/** Only the one who invited decides whether the address still gets the role. */
function DeadInvitation() {
  return (
    <AccountFrame title="Choose your password" subtitle="This invitation doesn’t work any more">
      <p className={styles.notice}>
        An invitation works once, for 72 hours, unless it is withdrawn. If you have joined already, sign in. If not, ask
        the person who invited you to send it again.
      </p>
      <p className={styles.links}>
        <Link to="/auth" search={{ next: '/admin/today' }}>
          Go to Sign In
        </Link>
      </p>
    </AccountFrame>
  )
}

function RequestLink({ subtitle, expired = false }: { subtitle: string; expired?: boolean }) {
  const email = useTypedEmail()
  return (
    <AccountFrame title={expired ? 'Choose your password' : 'Forgot your password?'} subtitle={subtitle}>
      {expired && <p className={styles.notice}>Each link works once, for a limited time. We can send you a new one.</p>}
      <EmailRequestForm
        send={auth.requestPasswordReset}
        button="Send the link"
        response="If this email has an account, a link to choose a new password is on its way. It works for one hour."
        initialEmail={email}
      />
      <p className={styles.links}>
        <Link to="/auth">Go to Sign In</Link>
      </p>
    </AccountFrame>
  )
}

/** The address from the sign-in form. */
function useTypedEmail(): string | undefined {
  const router = useRouter()
  const [email] = useState(() => router.state.location.state.email)
  // After a reload the prerendered markup does not have it.
  return useHydrated() ? email : undefined
}
