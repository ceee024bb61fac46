/**
 * Why a request is set aside as possible spam:
 * - `decoy`: the field that people cannot see was filled in
 * - `too-fast`: it was sent sooner after its form was begun than people can
 * - `bad-token`: what says when the form was begun is forged, or too old
 * - `link-in-name`: the name has a link in it
 * - `link-in-text`: a text has a link in it, and nothing says when the form was begun
 * - `many-from-email`: the same address has sent many requests
 * - `staff`: somebody of the staff said so
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
/**
 * From the first letter on nobody takes less for six fields, in milliseconds; the page itself waits for as long where
 * somebody had filled it in before its scripts were there.
 */
export const minFormAgeMs = 3_000

export type QuarantineReason = (typeof quarantineReasons)[number]
