import { useEffect, useRef, useState } from 'react'
import { reportError } from '#client/components/report-error.ts'
import { hideError } from '#client/components/toasts.tsx'
import { errorReason, failureMessage, isExpiredLink } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { AuthState } from '#client/lib/auth/auth-state.ts'

export type NewEmailStep =
  | { readonly name: 'working' }
  /** The link works only for the account that asked. */
  | { readonly name: 'sign-in' }
  | { readonly name: 'done'; readonly email: string }
  /** The message says why and what to do. */
  | { readonly name: 'refused'; readonly message: string; readonly isOtherAccount: boolean }
  /** The server failed, or was not reached. */
  | { readonly name: 'failed' }

const incomplete =
  'This link is incomplete. Open it again from the email, or copy the whole link into your browser. Your account page can send another one.'

/** Confirms once a user is signed in, and again with another account. */
export function useNewEmail(token: string | undefined, state: AuthState) {
  const [result, setResult] = useState<{ readonly userId: string; readonly step: NewEmailStep }>()
  const begun = useRef<string>(undefined)
  const userId = state.status === 'signed-in' ? state.user.id : undefined

  async function confirm(): Promise<void> {
    if (token === undefined || userId === undefined) return
    hideError()
    try {
      const { user } = await auth.confirmEmailChange({ token })
      setResult({ userId, step: { name: 'done', email: user.email } })
    } catch (error) {
      setResult({ userId, step: refusedStep(error) })
    }
  }

  useEffect(() => {
    // Effects run twice in development, and the call counts against a limit.
    if (userId === undefined || begun.current === userId) return
    begun.current = userId
    void confirm()
  })

  function tryAgain(): void {
    setResult(undefined)
    void confirm()
  }

  return { step: getStep(token, state, result?.userId === userId ? result?.step : undefined), tryAgain }
}

function getStep(token: string | undefined, state: AuthState, step: NewEmailStep | undefined): NewEmailStep {
  if (token === undefined) return { name: 'refused', message: incomplete, isOtherAccount: false }
  if (state.status === 'signed-out') return { name: 'sign-in' }
  return step ?? { name: 'working' }
}

function refusedStep(error: unknown): NewEmailStep {
  const reason = errorReason(error)
  const isOtherAccount = reason === 'wrong_account'
  if (isOtherAccount || reason === 'address_taken' || isExpiredLink(error))
    return { name: 'refused', message: failureMessage(error), isOtherAccount }
  reportError('Email Not Changed', error)
  return { name: 'failed' }
}
