/**
 * - `decoy`: the honeypot field was filled in
 * - `too-fast`: it was sent within {@link minFormAgeMs} after its form was started
 * - `bad-token`: the form-start token is forged or too old
 * - `link-in-text`: a text has a link, and there is no form-start token
 * - `many-from-email`: the same e-mail address has sent many
 * - `staff`: staff marked it as spam
 */
export const quarantineReasons = [
  'decoy',
  'too-fast',
  'bad-token',
  'link-in-name',
  'link-in-text',
  'many-from-email',
  'staff',
] as const

/** People take longer to fill in six fields. The page waits if they did so before its scripts had loaded. */
export const minFormAgeMs = 3_000

export type QuarantineReason = (typeof quarantineReasons)[number]
