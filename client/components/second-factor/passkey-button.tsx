import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusyPage } from '#client/components/busy-page.tsx'
import { buttonClass } from '#client/components/button-class.ts'
import { hideError, showError } from '#client/components/toasts.tsx'
import { useFocusBack } from '#client/components/use-focus-back.ts'
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
  const page = useBusyPage()
  const [busy, setBusy] = useState(false)
  const button = useFocusBack(busy)

  async function press(): Promise<void> {
    if (busy) return
    setBusy(true)
    hideError()
    try {
      await page.whileBusy(use)
    } catch (error) {
      showError({ title: 'Passkey Not Used', message: passkeyProblem(error) })
    }
    setBusy(false)
  }

  return (
    <button
      ref={button}
      type="button"
      className={`${buttonClass(look)} ${className}`}
      disabled={busy || page.busy || !hydrated}
      aria-busy={busy}
      data-waiting={hydrated ? undefined : 'scripts'}
      data-dimmed={busy || page.busy || undefined}
      onClick={() => void press()}
    >
      {busy ? 'Waiting for your passkey…' : text}
    </button>
  )
}
