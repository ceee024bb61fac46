import { expect, it } from 'vitest'
import { goesToCustomer } from '#server/mail/messages/message.ts'

it.each([
  'estimate.visitor',
  'proposal.sent',
  'proposal.reminder',
  'proposal.answered',
  'visit.visitor',
  'visit.reminder',
  'review.request',
])('%s goes to the customer', (kind) => {
  expect(goesToCustomer(kind)).toBe(true)
})

it.each(['estimate.staff', 'visit.assignee', 'visitor.changed', 'account.reset', 'nudge.digest'])(
  '%s goes to the staff or an account',
  (kind) => {
    expect(goesToCustomer(kind)).toBe(false)
  },
)
