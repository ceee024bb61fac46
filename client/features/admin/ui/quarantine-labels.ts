import type { QuarantineReason } from '#shared/estimates/quarantine.ts'

export const reasonLabels: Record<QuarantineReason, string> = {
  decoy: 'A field was filled in that people cannot see.',
  'too-fast': 'The form was sent less than three seconds after somebody began to fill it in.',
  'bad-token': 'What says when the form was begun is forged, or more than a month old.',
  'link-in-name': 'The name has a link in it.',
  'link-in-text': 'It has a link in it, and does not say when the form was begun.',
  'many-from-email': 'Many requests have come with this e-mail address.',
  staff: 'Somebody here marked it as spam.',
}
