import { useState } from 'react'
import { createDeviceStorage, noShortcutsKey } from '#client/lib/device-storage.ts'
import { areKeysEnabled, useKeys } from '../ui/keys.ts'

const storage = createDeviceStorage()

export const shortcuts = [
  { keys: ['n', 'j'], does: 'Next request in the list' },
  { keys: ['p', 'k'], does: 'Previous request in the list' },
  { keys: ['c'], does: 'Log a contact' },
  { keys: ['s'], does: 'Go to the status' },
  { keys: ['?'], does: 'Show this list' },
] as const

type Key = (typeof shortcuts)[number]['keys'][0]

/** Handles the keys of a request’s page, unless this browser has them switched off. */
export function useShortcuts(actions: Record<Key, () => void>) {
  const [enabled, setEnabled] = useState(areKeysEnabled)
  useKeys(Object.fromEntries(shortcuts.flatMap(({ keys }) => keys.map((key) => [key, actions[keys[0]]]))), enabled)

  return {
    enabled,
    enable(wanted: boolean): void {
      setEnabled(wanted)
      if (wanted) storage.remove(noShortcutsKey)
      else storage.write(noShortcutsKey, 'yes')
    },
  }
}
