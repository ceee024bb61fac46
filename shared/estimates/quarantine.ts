/** `decoy` means a filled-in honeypot, `link-in-text` a link without a form-start token. */
export const quarantineReasons = [
  'decoy',
  'too-fast',
  'bad-token',
  'link-in-name',
  'link-in-text',
  'many-from-email',
  'staff',
] as const

/** People need longer for six fields. */
export const minFormAgeMs = 3_000

export type QuarantineReason = (typeof quarantineReasons)[number]
