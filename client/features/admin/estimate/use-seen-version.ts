import { useState } from 'react'

/**
 * The version to send with a slow edit. Colleagues' changes of other fields bring their version along. If one changes
 * this very field, the save carries the version from before: it is refused, and overwrites nothing unseen.
 *
 * @param value the saved value, as one text
 * @returns undefined where the present version is right
 */
export function useSeenVersion(editing: boolean, value: string, version: number): number | undefined {
  const [seen, setSeen] = useState({ value, version })
  if (editing && value !== seen.value) return seen.version
  if (value !== seen.value || version !== seen.version) setSeen({ value, version })
  return undefined
}
