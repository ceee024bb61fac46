import { expect, it } from 'vitest'
import { detailText, kindGroups, noActorText } from '#client/features/admin/people/log-labels.ts'
import { auditKinds } from '#shared/audit.ts'

it.each([
  [
    'sign-in.failed',
    { by: 'password', inARow: 3, device: 'Firefox on Windows', network: '4TzQk9Ab' },
    'wrong password, 3 in a row, Firefox on Windows, network 4TzQk9Ab',
  ],
  [
    'sign-in.failed',
    { by: 'app', inARow: 1, device: 'Unknown device', network: '' },
    'wrong code of an authenticator app, Unknown device',
  ],
  [
    'access.refused',
    { reason: 'insufficient_role', device: 'Safari on iPhone', network: '4TzQk9Ab' },
    'without the role for it, Safari on iPhone, network 4TzQk9Ab',
  ],
  ['sign-in.failed', {}, undefined],
  ['account.email-changed', { to: 'new@mail.example' }, 'to new@mail.example'],
  ['account.sessions-ended', { sessions: 1 }, '1 device'],
  ['account.sessions-ended', { sessions: 3 }, '3 devices'],
  ['visitor.erased', { requests: 1, account: true }, '1 request and the account'],
  ['visitor.erased', { requests: 2, account: false }, '2 requests'],
  ['visitor.exported', { requests: 2, format: 'json' }, '2 requests'],
  ['company.published', { number: 3 }, 'version 3'],
  ['retention.changed', { completed: 24, spam: 'never' }, 'completed after 24 months, spam never'],
  ['retention.erased', { completed: 12, spam: 3 }, '12 completed, 3 spam'],
])('an entry of the kind %s with %j says "%s"', (kind, details, text) => {
  expect(detailText({ kind, details })).toBe(text)
})

it('an entry without an account says what did it', () => {
  expect(['account.email-restored', 'retention.erased', 'person.invited', 'sign-in.limited'].map(noActorText)).toEqual([
    'the link in the former mailbox',
    'the site itself',
    'the command line',
    undefined,
  ])
})

it('the filter has each kind in one group', () => {
  const grouped = kindGroups().flatMap(({ kinds }) => kinds)
  expect(grouped).toHaveLength(Object.keys(auditKinds).length)
  expect(new Set(grouped)).toEqual(new Set(Object.keys(auditKinds)))
  expect(kindGroups().find(({ title }) => title === 'Other')?.kinds).toEqual([
    'estimates.exported',
    'company.published',
  ])
})
