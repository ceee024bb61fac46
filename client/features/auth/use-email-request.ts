import { useRef, useState } from 'react'
import { reportError } from '#client/components/report-error.ts'
import { hideError } from '#client/components/toasts.tsx'
import { useCoolDown } from '#client/lib/use-cool-down.ts'

type MailRequestOptions = {
  /** Asks the server for the mail. The answer is the same whether there is anything to send. */
  ask: (input: { email: string }) => Promise<unknown>
  /** Whether a mail has just gone out, so that the wait has begun. */
  justSent?: boolean
}

/** Asks for a mail to be sent, at most once a minute, and says until when one has to wait. */
export function useEmailRequest({ ask, justSent = false }: MailRequestOptions) {
  const [secondsLeft, startCoolDown] = useCoolDown(justSent)
  const [sentTo, setSentTo] = useState<string>()
  const [busy, setBusy] = useState(false)
  const asking = useRef(false)

  /** Resolves with what is wrong with single fields; never rejects. */
  async function request(email: string): Promise<Record<string, string>> {
    if (asking.current) return {}
    asking.current = true
    setBusy(true)
    hideError()
    try {
      await ask({ email })
      setSentTo(email)
      startCoolDown()
      return {}
    } catch (error) {
      return reportError('Sending Failed', error)
    } finally {
      asking.current = false
      setBusy(false)
    }
  }

  return { request, busy, sentTo, secondsLeft }
}
