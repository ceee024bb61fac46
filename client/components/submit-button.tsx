import { useHydrated } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { buttonClass } from './button-class.ts'

type SubmitButtonProps = {
  ref: RefObject<HTMLButtonElement | null>
  text: string
  busyText: string
  busy: boolean
  paused?: boolean
  className?: string | undefined
}

/**
 * The button is disabled until hydration, and with it the Enter key: a native submit would lose the values or post the
 * password to the page's URL. Meanwhile the style sheet makes it look waiting.
 */
export function SubmitButton({ ref, text, busyText, busy, paused = false, className }: SubmitButtonProps) {
  const hydrated = useHydrated()
  return (
    <button
      ref={ref}
      type="submit"
      className={`${buttonClass()} ${className ?? ''}`}
      disabled={busy || paused || !hydrated}
      aria-busy={busy}
      data-waiting={hydrated ? undefined : 'scripts'}
      data-dimmed={busy || paused || undefined}
    >
      {busy ? busyText : text}
    </button>
  )
}
