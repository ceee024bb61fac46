import { minFormAgeMs, type QuarantineReason } from '#shared/estimates/quarantine.ts'

export const reasonLabels: Record<QuarantineReason, string> = {
  decoy: 'A hidden field was filled in.',
  'too-fast': `The form was sent less than ${minFormAgeMs / 1000} seconds after it was opened.`,
  'bad-token': 'The form’s timestamp is invalid or over a month old.',
  'link-in-name': 'The name contains a link.',
  'link-in-text': 'The text contains a link, and the form’s timestamp is missing.',
  'many-from-email': 'Many requests came from this email address.',
  'many-from-network': 'Many requests came from this network within an hour.',
  staff: 'A staff member marked it as spam.',
}
