import { useState } from 'react'

/**
 * The version to send with a slow edit. Colleagues' changes of other fields update it; a change of this field does not,
 * so the server refuses the save instead of overwriting an unseen value.
 *
 * @returns undefined if the current version is right
 */
export function useBaseVersion(editing: boolean, value: string, version: number): number | undefined {
  const [seen, setSeen] = useState({ value, version })
  if (editing && value !== seen.value) return seen.version
  if (value !== seen.value || version !== seen.version) setSeen({ value, version })
  return undefined
}
