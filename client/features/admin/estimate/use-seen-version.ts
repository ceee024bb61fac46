import { useState } from 'react'

/**
 * Which version a save of a field goes by that takes a while to fill in. What colleagues change shows meanwhile and brings
 * its version along. Where they have changed this very field, the save carries the version from before that: it is
 * refused with who changed what, and overwrites nothing that was not seen when one began.
 *
 * @param editing whether somebody is filling it in
 * @param value how it stands, as one text
 * @param version the one that the page shows
 * @returns undefined where the version that the page shows is right
 */
export function useSeenVersion(editing: boolean, value: string, version: number): number | undefined {
  const [seen, setSeen] = useState({ value, version })
  if (editing && value !== seen.value) return seen.version
  if (value !== seen.value || version !== seen.version) setSeen({ value, version })
  return undefined
}
