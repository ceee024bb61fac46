import { describe, expect, it, test } from 'vitest'
import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import type { PreparedVisitorMail, VisitorEvent } from '#server/mail/messages/visitor-mails.ts'
import { renderMessage } from '#server/mail/templates/render-message.ts'
import { company } from '#shared/company.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { parsed, skeleton, visibleText } from '#tests/support/server/email-html.ts'

const appOrigin = 'https://www.builders.example'
const staffInbox = ['office@builders.example', 'owner@builders.example']
const settings = { appOrigin, mailFrom: 'hello@builders.example', staffInbox, serverKey: testServerKey }
const createdAt = new Date('2026-01-05T20:10:00.000Z')
const estimate: EmailedEstimate = {
  ...{ id: '019b8f7e-0000-7000-8000-000000000001', reference: 'K7Q2M4XW', createdAt, formVerified: true },
  ...{ ...storedAnswers(answers), dueAt: new Date('2026-01-06T20:10:00.000Z') },
}
const proposal = { cents: 4_850_050, validUntil: '2026-02-04', sentAt: createdAt, answer: null, answerText: null }
const page = `${appOrigin}${requestPath(testServerKey, estimate.id)}`

const render = (visitorMail: PreparedVisitorMail, columns: Partial<EmailedEstimate> = {}) =>
  renderMessage(
    {
      ...{ id: 'outbox-1', kind: visitorMail.kind, createdAt, estimate: { ...estimate, ...columns } },
      ...{ account: null, visitorMail },
    },
    settings,
    createdAt,
  )
const about = (kind: 'proposal.sent' | 'proposal.reminder' | 'proposal.answered', more: object = {}) =>
  render({ kind, proposal: { ...proposal, ...more } })
const event = { id: 'x', at: createdAt.toISOString(), by: null }
const answered = (answer: 'accepted' | 'changes' | 'declined', text: string): VisitorEvent => ({
  ...{ ...event, kind: 'proposal_answered', number: 2, answer, text },
})
const changed = (change: VisitorEvent) => render({ kind: 'visitor.changed', change })

const links = (html: string) => [...parsed(html).querySelectorAll('[href]')].map((each) => each.getAttribute('href'))
const parts = ({ text, html }: { text: string; html: string }) =>
  [text, visibleText(html)].map((part) => part.replace(/\s+/g, ' '))

test('a proposal’s email has the total, the last day, the reference, the license and the link, for the visitor alone', async () => {
  const mail = await about('proposal.sent')
  expect(mail).toMatchObject({
    to: ['ada.romero@example.com'],
    replyTo: 'office@builders.example',
    subject: `Your proposal from ${company.name} (K7Q2M4XW)`,
    link: page,
  })
  for (const part of parts(mail))
    for (const said of ['Dear Ada Romero,', '$48,500.50', 'Wed, Feb 4, 2026', 'K7Q2M4XW', company.license.number])
      expect(part).toContain(said)
  expect(mail.text).toContain(page)
  expect(links(mail.html)).toEqual([page, company.phone.href])
})

test('the reminder says when the proposal was sent, and that no other follows', async () => {
  const mail = await about('proposal.reminder')
  expect(mail.subject).toBe('Do you have questions about your proposal? (K7Q2M4XW)')
  for (const part of parts(mail)) {
    expect(part).toContain('We sent you a proposal on Mon, Jan 5, and haven’t heard from you.')
    expect(part).toContain('This is the only reminder.')
    expect(part).toContain('Wed, Feb 4, 2026')
  }
})

test.each([
  ['accepted', 'Ada Romero', 'Your answer is not the contract.', 'Ada Romero'],
  ['changes', 'Without the tiles', 'You asked for changes to our proposal.', 'Without the tiles'],
  ['declined', 'someone-else', 'you don’t want to go ahead', 'Someone else'],
])('the receipt of the answer %s quotes it', async (answer, answerText, lead, quoted) => {
  const mail = await about('proposal.answered', { answer, answerText })
  expect(mail.subject).toBe('We received your answer (K7Q2M4XW)')
  for (const part of parts(mail)) for (const said of [lead, quoted, '$48,500.50']) expect(part).toContain(said)
})

test.each<[VisitorEvent, string, string[]]>([
  [answered('accepted', 'Ada Romero'), 'Proposal accepted', ['would like to go ahead with proposal 2', 'Ada Romero']],
  [answered('changes', 'Two doors'), 'Changes asked for', ['asks for changes to proposal 2', 'Two doors']],
  [answered('declined', 'price'), 'Proposal declined', ['doesn’t want to go ahead with proposal 2', 'Price']],
  [{ ...event, kind: 'visitor_added', text: 'A dog' }, 'Details added', ['has added something', 'A dog']],
  [
    { ...event, kind: 'visitor_phone', from: null, to: '7185550199' },
    'Phone number corrected',
    ['has corrected the phone number', '(718) 555-0199'],
  ],
  [{ ...event, kind: 'visitor_withdrew' }, 'Request withdrawn', ['Its clocks are stopped.']],
  [{ ...event, kind: 'visitor_returned' }, 'Request no longer withdrawn', ['undone the withdrawal.']],
])('the staff hear what a visitor did: %j', async (change, heading, said) => {
  const mail = await changed(change)
  expect(mail.subject).toMatch(new RegExp(`^${heading}: Kitchen Remodel, .+ \\(Ada Romero\\)$`))
  expect(mail).toMatchObject({ to: staffInbox, replyTo: 'ada.romero@example.com' })
  for (const part of parts(mail)) for (const text of said) expect(part).toContain(text)
  expect(mail.text).toContain(`${appOrigin}/admin/estimates/${estimate.id}`)
})

describe('what was typed on the visitor’s page', () => {
  const bait = 'Pay at http://evil.example/x or www.evil.example, or ask boss@evil.example'
  const payload = '"><script>alert(1)</script><a href=//evil.example>x</a>\u202e'
  const each: [string, (text: string) => Promise<{ text: string; html: string; subject: string }>][] = [
    ['a receipt of changes', (answerText) => about('proposal.answered', { answer: 'changes', answerText })],
    ['a receipt of a name', (answerText) => about('proposal.answered', { answer: 'accepted', answerText })],
    ['the staff’s email about a name', (text) => changed(answered('accepted', text))],
    ['the staff’s email about changes', (text) => changed(answered('changes', text))],
    ['the staff’s email about details', (text) => changed({ ...event, kind: 'visitor_added', text })],
    ['the staff’s email about a phone number', (to) => changed({ ...event, kind: 'visitor_phone', from: null, to })],
  ]

  it.each(each)('becomes no link in %s', async (_where, renderWith) => {
    const mail = await renderWith(bait)
    for (const part of parts(mail)) {
      expect(part).not.toMatch(/www\.evil|evil\.example|boss@evil/)
      expect(part.replaceAll('\u200b', '')).toContain(bait)
    }
  })

  it.each(each)('adds no element and no attribute to %s', async (_where, renderWith) => {
    const expected = skeleton((await renderWith('plain')).html)
    const mail = await renderWith(payload)
    expect(skeleton(mail.html)).toEqual(expected)
    expect(mail.html + mail.text).not.toContain('\u202e')
  })
})
