import { useRef, useState } from 'react'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError } from '#client/components/toasts.tsx'
import { useCoolDown } from '#client/lib/use-cool-down.ts'

type EmailRequestOptions = {
  send: (input: { email: string }) => Promise<unknown>
  /** Whether an email was just sent, so that the countdown has started. */
  justSent?: boolean
}

/** Allows one email a minute. */
export function useEmailRequest({ send, justSent = false }: EmailRequestOptions) {
  const [secondsLeft, startCoolDown] = useCoolDown(justSent)
  const [sentTo, setSentTo] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  /** Resolves with error messages by field. Never rejects. */
  async function request(email: string): Promise<Record<string, string>> {
    if (sending.current) return {}
    sending.current = true
    setBusy(true)
    hideError()
    try {
      await send({ email })
      setSentTo(email)
      startCoolDown()
      return {}
    } catch (error) {
      return reportFormError('Sending Failed', error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return { request, busy, sentTo, secondsLeft }
}
