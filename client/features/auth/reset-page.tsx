import { useHydrated, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from '#client/components/account-form.module.css'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useSecretLink } from '#client/lib/use-secret-link.ts'
import { EmailRequestForm } from './email-request-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { type DeadLink, useInvitation } from './use-invitation.ts'

/** Requests a link, or sets a password if opened by one. */
export function ResetPage() {
  useEffect(prepareToasts, [])
  const { token, purpose } = useSecretLink('/auth/reset')
  const [refused, setRefused] = useState<{ token: string; dead: DeadLink }>()
  const isInvited = purpose === 'invitation'
  const { invitation, dead: deadInvitation } = useInvitation(isInvited ? token : undefined)
  const dead = refused?.token === token ? refused?.dead : deadInvitation
  // One prerendered page serves all links.
  const byLink = useHydrated() && token !== undefined

  useEffect(() => {
    if (token !== undefined) auth.beginPasswordRecovery()
  }, [token])

  if (!byLink) return <RequestLink subtitle="We’ll email you a link to set a new one" />
  if (dead) return isInvited ? <DeadInvitation dead={dead} /> : <RequestLink {...deadLinks[dead]} />
  return (
    <AccountFrame
      title="Choose your password"
      subtitle={isInvited ? 'You’re invited to the staff dashboard' : 'Then sign in with your new password'}
    >
      {invitation?.email && (
        <p className={styles.lead}>
          You will sign in as <bdi>{invitation.email}</bdi>.
        </p>
      )}
      {isInvited && !invitation ? (
        <p role="status">One moment…</p>
      ) : (
        <NewPasswordForm
          key={token}
          token={token}
          invitation={invitation}
          onDeadLink={(reason) => setRefused({ token, dead: reason })}
        />
      )}
    </AccountFrame>
  )
}

const used = 'This link was already used. It worked.'

const deadLinks: Readonly<Record<DeadLink, { subtitle: string; notice: string }>> = {
  used: { subtitle: used, notice: 'You chose a new password then. If you need another, we can send you a new link.' },
  gone: {
    subtitle: 'This link is invalid or has expired',
    notice: 'Each link works once, for a limited time. We can send you a new one.',
  },
}

/** Only the one who invited decides whether the address still gets the role. */
const deadInvitations: typeof deadLinks = {
  used: { subtitle: used, notice: 'You have joined, with the password that you chose then.' },
  gone: {
    subtitle: 'This invitation doesn’t work any more',
    notice:
      'An invitation works once, for 72 hours, unless it is withdrawn. If you have joined already, sign in. If not, ask the person who invited you to send it again.',
  },
}

function DeadInvitation({ dead }: { dead: DeadLink }) {
  const { subtitle, notice } = deadInvitations[dead]
  return (
    <AccountFrame title="Choose your password" subtitle={subtitle}>
      <p className={styles.notice}>{notice}</p>
      <p className={styles.links}>
        <SignInLink next="/admin/today" />
      </p>
    </AccountFrame>
  )
}

function RequestLink({ subtitle, notice }: { subtitle: string; notice?: string }) {
  const email = useTypedEmail()
  return (
    <AccountFrame title={notice ? 'Choose your password' : 'Forgot your password?'} subtitle={subtitle}>
      {notice && <p className={styles.notice}>{notice}</p>}
      <EmailRequestForm
        send={auth.requestPasswordReset}
        button="Send the link"
        response="If this email has an account, a link to choose a new password is on its way. It works for one hour."
        initialEmail={email}
      />
      <p className={styles.links}>
        <SignInLink />
      </p>
    </AccountFrame>
  )
}

/** The sign-in form hands over the address that was typed there. */
function useTypedEmail(): string | undefined {
  const router = useRouter()
  const [email] = useState(() => router.state.location.state.email)
  // After a reload the prerendered markup does not have it.
  return useHydrated() ? email : undefined
}
