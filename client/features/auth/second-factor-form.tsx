import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import styles from '#client/components/account-form.module.css'
import { AccountForm } from '#client/components/account-form.tsx'
import { useBusyPage } from '#client/components/busy-page.tsx'
import { reportError, reportFormError } from '#client/components/report-error.ts'
import { CodeField } from '#client/components/second-factor/code-field.tsx'
import { PasskeyButton } from '#client/components/second-factor/passkey-button.tsx'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { codeSchema, type SecondFactorMethod } from '#shared/second-factor.ts'
import own from './second-factor-form.module.css'

type SecondFactorFormProps = {
  methods: readonly SecondFactorMethod[]
  /** Goes back to the password. */
  onStartAgain: () => void
}

const notes = {
  app: 'Enter the six digits that your authenticator app shows for this site.',
  'recovery-code': 'Enter one of the recovery codes that you saved. Each works once.',
} as const

/** The step after the right password. The page redirects when it is done. */
export function SecondFactorForm({ methods, onStartAgain }: SecondFactorFormProps) {
  const hasPasskey = methods.includes('passkey')
  const [kind, setKind] = useState<'app' | 'recovery-code' | undefined>(
    methods.includes('app') ? 'app' : hasPasskey ? undefined : 'recovery-code',
  )
  const { busy } = useBusyPage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])

  async function usePasskey(): Promise<void> {
    await auth.signInByPasskey({ afterPassword: true })
    welcome()
  }

  return (
    <div className={own.step}>
      <h2 ref={heading} tabIndex={-1} className={own.heading}>
        One more step
      </h2>
      {hasPasskey && (
        <PasskeyButton
          text="Use your passkey"
          use={usePasskey}
          look={kind === undefined ? 'primary' : 'quiet'}
          className={own.wide}
        />
      )}
      {kind && <CodeForm key={kind} kind={kind} onStartAgain={onStartAgain} />}
      <div className={own.others}>
        {methods.includes('app') && kind !== 'app' && (
          <button type="button" className={own.link} disabled={busy} onClick={() => setKind('app')}>
            Use your authenticator app
          </button>
        )}
        {methods.includes('recovery-code') && kind !== 'recovery-code' && (
          <button type="button" className={own.link} disabled={busy} onClick={() => setKind('recovery-code')}>
            Use a recovery code
          </button>
        )}
        <button type="button" className={own.link} disabled={busy} onClick={onStartAgain}>
          Start again
        </button>
      </div>
      <p className={styles.aside}>
        Lost everything? Ask an administrator, or the person who runs this site, to reset your second factor.
      </p>
    </div>
  )
}

function CodeForm({ kind, onStartAgain }: { kind: 'app' | 'recovery-code'; onStartAgain: () => void }) {
  const form = useAccountForm(codeSchema, { code: '' })

  async function verify(input: z.output<typeof codeSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      await auth.verifySecondFactor(input)
    } catch (error) {
      if (errorReason(error) !== 'challenge_expired') return reportFormError('Sign In Failed', error, { toast: true })
      reportError('Sign In Failed', error)
      onStartAgain()
      return {}
    }
    welcome()
    return {}
  }

  return (
    <>
      <p className={own.note}>{notes[kind]}</p>
      <AccountForm form={form} send={verify} button={{ text: 'Continue', busyText: 'Checking...' }}>
        <CodeField
          {...form.getInputProps('code')}
          id="second-factor-code"
          label={kind === 'app' ? 'Code' : 'Recovery code'}
          kind={kind}
        />
      </AccountForm>
    </>
  )
}

function welcome(): void {
  showSuccess({ title: 'Welcome back!', message: 'You have successfully signed in.', overHeader: true })
}
