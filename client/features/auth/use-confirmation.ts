import { useEffect, useRef, useState } from 'react'
import { reportError, reportFormError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { errorReason, isExpiredLink } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { SecondFactorMethod } from '#shared/second-factor.ts'

export type ConfirmationStep =
  | 'working'
  /** The account is confirmed and signed in. */
  | 'done'
  /** A browser other than the one that signed up needs the password. */
  | 'password'
  /** The account has a second factor, which the link does not replace. */
  | 'second-factor'
  /** The link has confirmed the address before. */
  | 'used'
  /** The link has expired or is invalid. */
  | 'expired'
  /** The server failed, or was not reached. */
  | 'failed'

/** Tries at once, and again with a password or on request. */
export function useConfirmation(token: string | undefined) {
  const [step, setStep] = useState<ConfirmationStep>(token === undefined ? 'expired' : 'working')
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>([])
  const begun = useRef<string>(undefined)

  /** @returns error messages by field */
  async function confirm(password?: string): Promise<Record<string, string>> {
    if (token === undefined) return {}
    hideError()
    try {
      const result = await auth.confirmEmail(password === undefined ? { token } : { token, password })
      if ('status' in result) {
        setMethods(result.methods)
        setStep('second-factor')
        return {}
      }
    } catch (error) {
      return refused(error, password !== undefined)
    }
    showSuccess({ title: 'Your email is confirmed', message: 'You’re signed in now.' })
    setStep('done')
    return {}
  }

  function refused(error: unknown, withPassword: boolean): Record<string, string> {
    const reason = errorReason(error)
    if (isExpiredLink(error)) setStep('expired')
    else if (reason === 'link_used') setStep('used')
    else if (reason === 'password_required') setStep('password')
    else if (reason === 'invalid_credentials') {
      reportError('Confirmation Failed', error)
      return { password: 'That isn’t this account’s password.' }
    } else if (withPassword) return reportFormError('Confirmation Failed', error, { toast: true })
    else {
      reportError('Confirmation Failed', error)
      setStep('failed')
    }
    return {}
  }

  function tryAgain(): void {
    setStep('working')
    void confirm()
  }

  useEffect(() => {
    // Effects run twice in development, and a link works once.
    if (token === undefined || begun.current === token) return
    begun.current = token
    tryAgain()
  })

  return { step, methods, confirm, tryAgain }
}
