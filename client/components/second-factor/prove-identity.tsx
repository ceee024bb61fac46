import type * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { identitySchema } from '#shared/second-factor.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { proveByPasskey } from './prove-by-passkey.ts'
import styles from './second-factor.module.css'

type ProveIdentityProps = {
  email: string
  hasPasskey: boolean
  onProved: () => void
  onCancel?: (() => void) | undefined
}

/** Asks for the password again, or a passkey, before a change. */
export function ProveIdentity({ email, hasPasskey, onProved, onCancel }: ProveIdentityProps) {
  const form = useAccountForm(identitySchema, { password: '' })

  async function prove(input: z.output<typeof identitySchema>): Promise<Record<string, string>> {
    hideError()
    try {
      await sessionClient.secondFactor.prove.mutate(input)
    } catch (error) {
      return reportFormError('Not Confirmed', error)
    }
    onProved()
    return {}
  }

  async function usePasskey(): Promise<void> {
    await proveByPasskey()
    onProved()
  }

  return (
    <div className={styles.stack}>
      <p className={styles.note}>To keep your account safe, please confirm first that it is you.</p>
      <AccountForm form={form} send={prove} button={{ text: 'Continue', busyText: 'Checking...' }} onCancel={onCancel}>
        <HiddenUsername email={email} />
        <PasswordField
          {...form.getInputProps('password')}
          id="prove-password"
          label="Password"
          autoComplete="current-password"
          autoFocus
        />
      </AccountForm>
      {hasPasskey && <PasskeyButton text="Use a passkey instead" use={usePasskey} className={styles.wide} />}
    </div>
  )
}
