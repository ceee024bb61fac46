import type { EmailFailure } from '#shared/estimates/email-failure.ts'

/** Each says what happened, and what helps. */
const failureTexts: Record<EmailFailure, string> = {
  blocked:
    'The mail service no longer sends to this address: an earlier email bounced or was reported as spam. Ask for another address.',
  bounced:
    'The email came back: the address doesn’t exist, or its mailbox refuses our emails. Check the spelling, or ask for another address.',
  complaint:
    'The recipient reported this email as spam, so the mail service no longer sends to this address. Contact them another way.',
  address: 'The mail service doesn’t accept this address. Check its spelling.',
  content: 'The mail service refused this email because of what it contains.',
  account: 'The mail service refused our account for four days. Ask an administrator to check it.',
  unreachable: 'The mail service couldn’t be reached for four days.',
  unknown: 'The email couldn’t be sent. The server’s log says more.',
}

/** Visitors have no part in it. */
const ownInboxTexts: Partial<Record<EmailFailure, string>> = {
  blocked: 'Our own inbox refused it. Check the address in Postmark’s suppressions.',
  bounced: 'Our own inbox refused it. Check the address in Postmark’s suppressions.',
  complaint: 'Our own inbox reported it as spam. Check the address in Postmark’s suppressions.',
  address: 'The mail service doesn’t accept the address of our own inbox. Ask an administrator to check it.',
}

/** @param kind of the outbox, such as `estimate.visitor` */
export function emailFailureText(failure: EmailFailure, kind: string): string {
  const own = ['estimate.staff', 'visitor.changed'].includes(kind) ? ownInboxTexts[failure] : undefined
  return own ?? failureTexts[failure]
}

const emailLabels: Record<string, string> = {
  'estimate.visitor': 'Confirmation to the visitor',
  'estimate.staff': 'Email to staff',
  'proposal.sent': 'Proposal to the customer',
  'proposal.reminder': 'Reminder of the proposal',
  'proposal.answered': 'Receipt of the customer’s answer',
  'review.request': 'Request for a review',
  'visitor.changed': 'Email to staff about the customer’s change',
  'visit.visitor': 'Visit email to the customer',
  'visit.assignee': 'Visit email to staff',
  'visit.reminder': 'Reminder of the visit',
}

/** @param to one of several staff inboxes */
export function emailLabel(kind: string, to?: string | null): string {
  return `${emailLabels[kind] ?? `Email ${kind}`}${to ? ` (${to})` : ''}`
}
