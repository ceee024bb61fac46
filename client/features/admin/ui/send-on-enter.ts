import type { KeyboardEvent } from 'react'
import { isComposing } from './keys.ts'

/** The props of a text area in a form that Enter sends. Shift+Enter begins a new line. */
export const sendOnEnter = {
  enterKeyHint: 'send',
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    // The key that opened the form may still be held down.
    if (!event.repeat) event.currentTarget.form?.requestSubmit()
  },
} as const
