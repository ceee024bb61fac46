import { type FocusEvent, useState } from 'react'
import { afterPress } from '#client/lib/after-press.ts'

type BlurHandler = (event: FocusEvent<HTMLInputElement>) => void

/**
 * Keeps the value that a field had at its last blur, for a hint below it. The hint waits for a press that has begun, since it would
 * move the button.
 */
export function useLeftValue(onBlur: BlurHandler | undefined): { leftWith: string | undefined; onBlur: BlurHandler } {
  const [leftWith, setLeftWith] = useState<string>()
  return {
    leftWith,
    onBlur(event) {
      onBlur?.(event)
      const { value } = event.currentTarget
      afterPress(() => setLeftWith(value))
    },
  }
}
