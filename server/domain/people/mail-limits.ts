import type { Counted } from '#server/limits/limits.ts'

/**
 * What the mails to an address that anybody can ask for are counted by. Beyond the limits none goes out, and nobody is
 * told: the answer must not say whether there would have been one.
 */
export function mailLimits(email: string): readonly Counted[] {
  return [
    { limit: 'mail-minute', subject: email },
    { limit: 'mail-day', subject: email },
  ]
}
