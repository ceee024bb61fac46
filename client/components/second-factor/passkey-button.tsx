import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { hideError, showError } from '#client/components/toasts.tsx'
import { passkeyProblem } from '#client/lib/auth/passkey-problem.ts'

type PasskeyButtonProps = {
  text: string
  /** Shows the browser's prompt. */
  use: () => Promise<unknown>
  look?: Parameters<typeof buttonClass>[0]
  className?: string | undefined
}

export function PasskeyButton({ text, use, look = 'quiet', className = '' }: PasskeyButtonProps) {
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    if (busy) return
    setBusy(true)
    hideError()
    try {
      await use()
    } catch (error) {
      showError({ title: 'Passkey Not Used', message: passkeyProblem(error) })
    }
    setBusy(false)
  }

  // It stays enabled while busy, since a disabled button would lose the focus to the page.
  return (
    <button
      type="button"
      className={`${buttonClass(look)} ${className}`}
      disabled={!hydrated}
      aria-busy={busy}
      data-waiting={hydrated ? undefined : 'scripts'}
      data-dimmed={busy || undefined}
      onClick={() => void press()}
    >
      {busy ? 'Waiting for your passkey…' : text}
    </button>
  )
}
