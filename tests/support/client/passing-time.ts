import { vi } from 'vitest'

/** Advances the wall clock without firing timers. Ends with the test. */
export function passSeconds(seconds: number): void {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000)
}
