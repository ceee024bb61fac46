import { describe, expect, it } from 'vitest'
import type { DigestEstimate } from '#server/database/queries/digest-query.ts'
import type { EstimateNudgeKind } from '#server/mail/messages/nudge.ts'
import type { NudgedEstimate, PreparedNudge } from '#server/mail/messages/prepare-nudge.ts'
import { renderMessage } from '#server/mail/templates/render-message.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { parsed, visibleText } from '#tests/support/server/email-html.ts'

const settings = {
  appOrigin: 'https://www.builders.example',
  mailFrom: 'hello@builders.example',
  staffInbox: ['office@builders.example'],
  serverKey: testServerKey,
}
const user = { id: 'ana', email: 'ana@builders.example' }
const createdAt = new Date('2026-01-05T20:10:00.000Z')

const estimate: NudgedEstimate = {
  id: '019b8f7e-0000-7000-8000-000000000001',
  reference: 'K7Q2-M4XW',
  name: 'Ada Romero',
  phone: '(718) 555-0110',
  bestTime: 'evening',
  projectType: 'kitchen-remodel',
  location: 'Astoria, NY 11102',
  budgetRange: '50k-100k',
  urgent: false,
  dueAt: new Date('2026-01-06T20:10:00.000Z'),
  firstContactAt: null,
  status: 'new',
  outcome: 'open',
  assigneeId: null,
  proposalDueOn: null,
  proposalSentAt: null,
}

const render = (nudge: PreparedNudge) =>
  renderMessage(
    { id: 'outbox-1', kind: nudge.kind, createdAt, estimate: null, account: null, nudge },
    settings,
    createdAt,
  )
const renderEstimate = (kind: EstimateNudgeKind, changes: Partial<NudgedEstimate> = {}) =>
  render({ kind, user, estimate: { ...estimate, ...changes }, assignedBy: ['Ana Ruiz'] })

it.each([
  ['nudge.new', 'New request: Kitchen Remodel, Astoria, NY 11102 (Ada Romero)', /respond within 24 hours/],
  [
    'nudge.assigned',
    'Assigned to you: Kitchen Remodel, Astoria, NY 11102 (Ada Romero)',
    /Ana Ruiz assigned this request to you\./,
  ],
  ['nudge.due-soon', 'Due soon: Kitchen Remodel, Astoria, NY 11102 (Ada Romero)', /end on Tue, Jan 6, 3:10 PM/],
  ['nudge.overdue', 'Overdue: Kitchen Remodel, Astoria, NY 11102 (Ada Romero)', /ended on Tue, Jan 6, 3:10 PM/],
] as const)('%s goes to its person, and says what it is about', async (kind, subject, lead) => {
  const message = await renderEstimate(kind)
  expect(message).toMatchObject({ id: 'outbox-1', to: ['ana@builders.example'], subject })
  for (const part of [message.text.replaceAll('\n', ' '), visibleText(message.html)]) {
    expect(part).toMatch(lead)
    for (const fact of [
      'Ada Romero',
      '(718) 555-0110',
      'Evening',
      'Kitchen Remodel',
      '$50,000 - $100,000',
      'K7Q2-M4XW',
    ])
      expect(part).toContain(fact)
  }
  for (const part of [message.text, message.html]) {
    expect(part).toContain('https://www.builders.example/admin/estimates/019b8f7e-0000-7000-8000-000000000001')
    expect(part).toContain('https://www.builders.example/account#notifications')
  }
})

it('an email about one estimate has a button to call where there is a number to dial', async () => {
  const call = 'a[href="tel:+17185550110"]'
  const { html } = await renderEstimate('nudge.overdue')
  expect(parsed(html).querySelector(call)?.textContent).toBe('Call (718) 555-0110')
  for (const phone of [null, 'ask my office'])
    expect((await renderEstimate('nudge.overdue', { phone })).html).not.toContain('tel:')
})

it('an email about one estimate says whose a reminder is', async () => {
  expect((await renderEstimate('nudge.overdue')).text).toContain('It is not assigned to anyone.')
  expect((await renderEstimate('nudge.due-soon', { assigneeId: 'ana' })).text).toContain('It is assigned to you.')
})

it('an email about one estimate marks urgent ones, and leaves out what is not known', async () => {
  const { subject, text } = await renderEstimate('nudge.new', { urgent: true, phone: null })
  expect(subject).toMatch(/^URGENT: New request/)
  expect(text).toContain('URGENT: this visitor needs immediate attention.')
  expect(text).not.toContain('Phone')
})

it('an email about one estimate keeps headers on one line, and shows tags as text', async () => {
  const name = 'Eve\r\nBcc: all@builders.example <b>\u202e'
  const { subject, html } = await renderEstimate('nudge.new', { name })
  expect(subject).not.toMatch(/[\r\n\u202e]/)
  expect(html).not.toContain('<b>')
})

describe('an email about estimates that were assigned together', () => {
  const hour = 60 * 60 * 1000
  const at = new Date('2026-01-06T20:10:00.000Z')
  const renderTogether = (estimates: readonly Partial<NudgedEstimate>[], assignedBy = ['Ana Ruiz']) => {
    const merged = estimates.map((one) => ({ ...estimate, ...one }))
    return render({ kind: 'nudge.assigned', user, at, estimates: merged, assignedBy })
  }

  it('lists each with reference, name, place and how late it is, and links to the person’s list', async () => {
    const message = await renderTogether([
      { id: 'late', dueAt: new Date(at.getTime() - 3 * hour), urgent: true },
      { id: 'due', name: 'Dora Diaz', reference: 'DUE1-0002', dueAt: new Date(at.getTime() + 3 * hour) },
      { id: 'done', name: 'Fay', location: 'Harlem', firstContactAt: createdAt },
    ])
    expect(message.to).toEqual(['ana@builders.example'])
    expect(message.subject).toBe('Assigned to you: 3 requests (1 overdue, 1 urgent)')
    for (const part of [message.text.replaceAll('\n', ' '), visibleText(message.html)])
      for (const words of [
        ...['Ana Ruiz assigned 3 requests to you. One of them is overdue.', 'Kitchen Remodel, Astoria, NY 11102'],
        ...['urgent; overdue by 3 h, was due Tue, Jan 6, 12:10 PM; K7Q2-M4XW', 'Dora Diaz'],
        ...['due Tue, Jan 6, 6:10 PM; DUE1-0002', 'Kitchen Remodel, Harlem'],
        'contacted Mon, Jan 5, 3:10 PM; K7Q2-M4XW',
      ])
        expect(part).toContain(words)
    for (const link of ['/admin/estimates/late', '/admin/estimates/done', '/account#notifications'])
      for (const part of [message.text, message.html]) expect(part).toContain(`https://www.builders.example${link}`)
    expect(message.text).toContain('https://www.builders.example/admin?assignee=me&sort=due')
    expect(message.text).not.toContain('more:')
  })

  it('has a link to call beside each name with a number to dial', async () => {
    const { text, html } = await renderTogether([{}, { name: 'Dora Diaz', phone: null }])
    expect(text).toContain('* Ada Romero\n  Call (718) 555-0110\n  Kitchen Remodel')
    expect(text).toContain('* Dora Diaz\n  Kitchen Remodel')
    expect(visibleText(html)).toContain('Ada Romero Call (718) 555-0110')
    expect(html.match(/tel:[^"]*/g)).toEqual(['tel:+17185550110'])
  })

  it.each([
    [[], 'A colleague'],
    [['Ana Ruiz', 'Ben\r\nIto'], 'Ana Ruiz and Ben Ito'],
    [['Ana Ruiz', 'Ben Ito', 'Cleo'], 'Several colleagues'],
  ])('says that %j assigned them as "%s"', async (names, words) => {
    expect((await renderTogether([{}, {}], names)).text).toContain(`${words} assigned 2 requests to you.`)
  })

  it('lists 20 of many, and links to the rest', async () => {
    const { subject, text, html } = await renderTogether(
      Array.from({ length: 200 }, (_, index) => ({ id: `n${index}`, firstContactAt: createdAt })),
    )
    expect(subject).toBe('Assigned to you: 200 requests')
    expect([text.match(/estimates\/n/g)?.length, html.match(/estimates\/n/g)?.length]).toEqual([20, 20])
    expect(text).toContain('and 180 more:\nhttps://www.builders.example/admin?assignee=me&sort=due')
    expect(visibleText(html)).toContain('and 180 more')
  })

  it('says once that all are overdue, and keeps names on one line without tags', async () => {
    const late = { dueAt: new Date(at.getTime() - hour), name: 'Eve\r\n<b>\u202e' }
    const { text, html } = await renderTogether([late, late])
    expect(text).toContain('All of them are overdue.')
    expect(text).not.toMatch(/Eve\n|\u202e/)
    expect(html).not.toContain('<b>')
  })
})

describe('the digest', () => {
  const listed: DigestEstimate = {
    id: 'one',
    name: 'Ada Romero',
    phone: null,
    projectType: 'kitchen-remodel',
    location: 'Astoria',
    urgent: false,
    dueAt: new Date('2026-01-05T20:10:00.000Z'),
    followUpOn: null,
    proposalDueOn: null,
    outcome: 'open',
    assigneeId: 'ana',
    assignee: 'Ana Ruiz',
  }
  const nothing = { total: 0, items: [] }
  const renderDigest = (digest: Partial<Extract<PreparedNudge, { kind: 'nudge.digest' }>['digest']>) => {
    const empty = {
      visits: nothing,
      ...{ overdue: nothing, dueToday: nothing, proposals: nothing, followUps: nothing, undelivered: nothing },
      quarantined: { ...nothing, fresh: 0 },
    }
    return render({ kind: 'nudge.digest', user, day: '2026-01-06', digest: { ...empty, ...digest } })
  }

  it('says in its subject what waits, and has a section for each', async () => {
    const message = await renderDigest({
      overdue: { total: 10, items: [listed, { ...listed, id: 'two', assigneeId: 'ben', assignee: 'Ben Ito' }] },
      dueToday: { total: 1, items: [{ ...listed, name: 'Dora', urgent: true, assignee: null }] },
      followUps: { total: 1, items: [{ ...listed, name: 'Fay', followUpOn: '2026-01-03', outcome: 'won' }] },
      undelivered: { total: 2, items: [{ id: 'three', name: 'Uma', phone: null, kind: 'estimate.visitor' }] },
    })
    expect(message.subject).toBe('Tuesday: 10 overdue, 1 due today, 1 follow-up, 2 emails not delivered')
    expect(message.to).toEqual(['ana@builders.example'])
    const shown = visibleText(message.html)
    for (const words of [
      ...['Tuesday, January 6', 'Overdue (10)', 'Kitchen Remodel, Astoria'],
      ...[
        'was due Mon, Jan 5, 3:10 PM; assigned to you',
        'assigned to Ben Ito',
        'and 8 more',
        'Dora (urgent)',
        '; unassigned',
      ],
      ...['follow-up missed 3 days ago; won; assigned to you', 'The confirmation to the visitor'],
    ]) {
      expect(message.text.toLowerCase()).toContain(words.toLowerCase())
      expect(shown).toContain(words)
    }
    expect(shown).not.toContain('Ada Romero (urgent)')
    for (const link of ['/admin/estimates/one', '/admin?overdue=true', '/account#notifications'])
      for (const part of [message.text, message.html]) expect(part).toContain(`https://www.builders.example${link}`)
  })

  it('has a link to call beside each name with a number to dial', async () => {
    const one = (name: string, phone: string) => ({ total: 1, items: [{ ...listed, name, phone }] })
    const { text, html } = await renderDigest({
      overdue: one('Olive', '718-555-0110'),
      dueToday: one('Dora', 'none'),
      followUps: one('Fay', '718-555-0112'),
      undelivered: { total: 1, items: [{ id: 'three', name: 'Uma', phone: '718-555-0113', kind: 'estimate.visitor' }] },
    })
    for (const [name, number] of [
      ['Olive', '(718) 555-0110'],
      ['Fay', '(718) 555-0112'],
      ['Uma', '(718) 555-0113'],
    ]) {
      expect(text).toContain(`* ${name}\n  Call ${number}\n`)
      expect(visibleText(html)).toContain(`${name} Call ${number}`)
    }
    expect(html.match(/tel:[^"]*/g)).toEqual(['tel:+17185550110', 'tel:+17185550112', 'tel:+17185550113'])
  })

  it('begins with the visits of the day, and says who goes', async () => {
    const startsAt = new Date('2026-01-06T15:00:00.000Z')
    const visit = { ...listed, phone: '718-555-0110', startsAt, endsAt: new Date('2026-01-06T16:30:00.000Z') }
    const { subject, text, html } = await renderDigest({
      visits: {
        total: 2,
        items: [
          { ...visit, place: '12 Elm St' },
          { ...visit, place: 'Dock 4', assigneeId: null },
        ],
      },
      overdue: { total: 1, items: [listed] },
    })
    expect(subject).toBe('Tuesday: 2 visits, 1 overdue')
    const shown = visibleText(html)
    for (const words of [
      'Visits today (2)',
      '10:00 AM–11:30 AM; 12 Elm St',
      'Kitchen Remodel; you go',
      'nobody goes yet',
    ]) {
      expect(text.toLowerCase()).toContain(words.toLowerCase())
      expect(shown).toContain(words)
    }
    expect(html).toContain('tel:+17185550110')
  })

  it('says what waits as possible spam and how much of it is new, and makes no link of what it says', async () => {
    const spam = { id: 'four', name: 'www.win.example', projectType: 'other', location: 'win.example/x' }
    const quarantined = { total: 3, fresh: 2, items: [{ ...spam, createdAt: '2026-01-05T20:10:00.000Z' }] }
    const message = await renderDigest({ quarantined })
    expect(message.subject).toBe('Tuesday: 3 possible spam')
    const shown = visibleText(message.html)
    for (const words of ['Possible spam (3, 2 new)', 'came in Mon, Jan 5, 3:10 PM', 'and 2 more']) {
      expect(message.text.toLowerCase()).toContain(words.toLowerCase())
      expect(shown).toContain(words)
    }
    for (const part of [message.text, message.html]) {
      expect(part).toContain('https://www.builders.example/admin?spam=quarantined')
      expect(part).not.toMatch(/www\.win|win\.example/)
    }
  })

  it('has only the sections that have something, and no exact number of very many', async () => {
    const { subject, text } = await renderDigest({ dueToday: { total: 1_000, items: [listed] } })
    expect(subject).toBe('Tuesday: 1,000+ due today')
    expect(text).toContain('and at least 999 more')
    expect(text).not.toContain('OVERDUE')
  })
})
