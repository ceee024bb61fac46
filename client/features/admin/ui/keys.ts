import { type KeyboardEvent as ReactKeyboardEvent, useEffectEvent, useLayoutEffect } from 'react'
import { createDeviceStorage, noShortcutsKey } from '#client/lib/device-storage.ts'

/**
 * Returns the name of a key in shortcuts. A letter is a capital only with Shift, not with Caps Lock. Where the layout
 * has no Latin letters, the position of the key decides.
 */
export function shortcutKey({ key, code, shiftKey }: KeyboardEvent): string {
  const isForeign = /^[^\p{ASCII}\p{Script=Latin}]/u.test(key)
  if (isForeign && code === 'Slash' && shiftKey) return '?'
  const letter = /^[a-z]$/i.exec(key)?.[0] ?? (isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined)
  if (letter === undefined) return key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}

/** Says whether an input method is using the key. Safari marks the Enter that ends a word only by its `keyCode`. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/** Whether this browser has single keys switched on. */
export function areKeysEnabled(): boolean {
  return createDeviceStorage().read(noShortcutsKey) === undefined
}

/** Runs the action of a single key that is pressed outside of fields, menus and dialogs. */
export function useKeys(actions: Readonly<Record<string, () => void>>, enabled: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const action = actions[shortcutKey(event)]
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [popover], dialog'))
      return
    if (!action || document.querySelector('dialog[open]')) return
    event.preventDefault()
    action()
  })

  useLayoutEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}

/** The props of a text area in a form that Enter sends. Shift+Enter begins a new line. */
export const sendOnEnter = {
  enterKeyHint: 'send',
  onKeyDown(event: ReactKeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    // The key that opened the form may still be held down.
    if (!event.repeat) event.currentTarget.form?.requestSubmit()
  },
} as const
