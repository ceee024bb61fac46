import type { EmailFailure } from '#shared/estimates/email-failure.ts'

/** Each says what happened, and what helps. */
export const emailFailureLabels: Record<EmailFailure, string> = {
  blocked:
    'The mail service no longer sends to this address: an earlier email bounced or was reported as spam. Ask for another address.',
  address: 'The mail service doesn’t accept this address. Check its spelling.',
  content: 'The mail service refused this email because of what it contains.',
  account: 'The mail service refused our account for four days. Ask an administrator to check it.',
  unreachable: 'The mail service couldn’t be reached for four days.',
  unknown: 'The email couldn’t be sent. The server’s log says more.',
}

const emailLabels: Record<string, string> = {
  'estimate.visitor': 'Email to visitor',
  'estimate.staff': 'Email to staff',
}

/** @param kind of the outbox, such as `estimate.visitor` */
export function emailLabel(kind: string): string {
  return emailLabels[kind] ?? `Email ${kind}`
}
