import { useEffect, useEffectEvent, useState } from 'react'
import { createDeviceStorage, noShortcutsKey } from '#client/lib/device-storage.ts'
import { isComposing, shortcutKey } from '../ui/keys.ts'

const storage = createDeviceStorage()

export const shortcuts = [
  { keys: ['n', 'j'], does: 'Next request in the list' },
  { keys: ['p', 'k'], does: 'Previous request in the list' },
  { keys: ['c'], does: 'Log a contact' },
  { keys: ['s'], does: 'Go to the status' },
  { keys: ['?'], does: 'Show this list' },
] as const

type Key = (typeof shortcuts)[number]['keys'][0]

/** Handles single keys outside of fields and dialogs, unless this browser has them switched off. */
export function useShortcuts(actions: Record<Key, () => void>) {
  const [enabled, setEnabled] = useState(() => storage.read(noShortcutsKey) === undefined)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const key = shortcutKey(event)
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')) return
    const shortcut = shortcuts.find(({ keys }) => keys.some((each) => each === key))
    if (!shortcut || document.querySelector('dialog[open]')) return
    event.preventDefault()
    actions[shortcut.keys[0]]()
  })

  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])

  return {
    enabled,
    enable(wanted: boolean): void {
      setEnabled(wanted)
      if (wanted) storage.remove(noShortcutsKey)
      else storage.write(noShortcutsKey, 'yes')
    },
  }
}
