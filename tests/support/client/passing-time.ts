import { vi } from 'vitest'

/** Has the clock on the wall go forward, without anybody's timers running out. Ends with the test. */
export function passSeconds(seconds: number): void {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000)
}
