import type { RateLimitKey } from '#server/rate-limits/limits.ts'

/** The wrong passwords that are counted for an account from wherever they come: a new password makes them forgotten. */
export function accountFailures(email: string): readonly RateLimitKey[] {
  return [
    { limit: 'sign-in-streak', subject: email },
    { limit: 'sign-in-account', subject: email },
  ]
}
