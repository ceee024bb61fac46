import { describe, expect, it } from 'vitest'
import { type ProgressColumns, requestProgress } from '#server/site/request-progress.ts'

const at = (time: string) => new Date(`${time}:00-05:00`)

const waiting: ProgressColumns = {
  createdAt: at('2026-01-05T09:00'),
  dueAt: at('2026-01-06T09:00'),
  status: 'new',
  outcome: 'open',
  quarantinedAt: null,
  firstContactAt: null,
  proposalPromisedOn: null,
  proposalDueOn: null,
  proposalSentAt: null,
  proposalCents: null,
  withdrawnAt: null,
  isProposalWithdrawn: false,
}
const contacted = {
  status: 'in_progress',
  firstContactAt: at('2026-01-06T08:00'),
  proposalPromisedOn: '2026-01-09',
  proposalDueOn: '2026-01-09',
}
const sent = { ...contacted, proposalSentAt: at('2026-01-08T12:00') }

const received = 'We received your request on Mon, Jan 5.'
const talked = 'We contacted you on Tue, Jan 6.'
const proposed = 'We sent your proposal on Thu, Jan 8.'
const follows = 'Your proposal follows within 2-3 business days after we talk.'
const [thanks, chosen, closed] = [
  'Thank you for your request.',
  'Thank you for choosing us.',
  'This request is closed.',
]

function shown(columns: Partial<ProgressColumns>, now = at('2026-01-06T08:30')) {
  const { lead, steps, hasContact } = requestProgress({ ...waiting, ...columns }, now)
  return { lead, texts: steps.map(({ text }) => text), done: steps.filter(({ done }) => done).length, hasContact }
}

describe('what visitors read about how far their request is', () => {
  it.each([
    ['new', {}, thanks, [received, 'We’ll contact you by today (Tue, Jan 6), 9 AM New York time.', follows], 1],
    [
      'released later',
      { dueAt: at('2026-01-07T15:00') },
      thanks,
      [received, 'We’ll contact you by tomorrow (Wed, Jan 7), 3 PM New York time.', follows],
      1,
    ],
    ['contacted', contacted, thanks, [received, talked, 'Your proposal follows by Fri, Jan 9.'], 2],
    [
      'moved',
      { ...contacted, proposalDueOn: '2026-01-20' },
      thanks,
      [received, talked, 'Your proposal follows by Tue, Jan 20.'],
      2,
    ],
    ['sent', sent, thanks, [received, talked, proposed], 3],
    [
      'withdrawn by the staff',
      { ...sent, isProposalWithdrawn: true },
      thanks,
      [received, talked, 'We withdrew the proposal that we sent you. Please call us with any questions.'],
      2,
    ],
    ['without a proposal', { ...contacted, proposalDueOn: null }, thanks, [received, talked], 2],
    [
      'from before proposals had a clock',
      { ...contacted, proposalPromisedOn: null, proposalDueOn: null },
      thanks,
      [received, talked],
      2,
    ],
    ['won', { ...sent, outcome: 'won' }, chosen, [received, talked, proposed], 3],
    ['won at once', { outcome: 'won' }, chosen, [received], 1],
    ['won and completed', { ...sent, outcome: 'won', status: 'completed' }, chosen, [received, talked, proposed], 3],
    ['lost', { ...contacted, outcome: 'lost' }, closed, [received, talked], 2],
    ['completed', { ...contacted, status: 'completed' }, closed, [received, talked], 2],
    [
      'in quarantine',
      { quarantinedAt: at('2026-01-05T09:00'), dueAt: null },
      thanks,
      [received, undefined, undefined],
      1,
    ],
    [
      'in quarantine, with all that the staff did',
      { ...sent, outcome: 'won', quarantinedAt: at('2026-01-08T09:00') },
      thanks,
      [received, undefined, undefined],
      1,
    ],
  ] as const)('%s', (_, columns, lead, texts, done) => {
    const hasContact = lead !== closed && !('quarantinedAt' in columns)
    expect(shown(columns)).toEqual({ lead, texts, done, hasContact })
  })

  it('promises no time that has passed', () => {
    expect(shown({}, at('2026-01-07T10:00')).texts[1]).toBe('We’ll contact you as soon as we can.')
    expect(shown(contacted, at('2026-01-09T18:59')).texts[2]).toBe('Your proposal follows by Fri, Jan 9.')
    expect(shown(contacted, at('2026-01-09T19:01')).texts[2]).toBe('We’ll send your proposal as soon as we can.')
  })

  it('promises nothing once a request has ended or waits in quarantine, and never names what did not happen', () => {
    const values = {
      status: ['new', 'in_progress', 'completed', 'on_hold'],
      outcome: ['open', 'won', 'lost'],
      quarantinedAt: [null, waiting.createdAt],
      firstContactAt: [null, contacted.firstContactAt],
      proposalPromisedOn: [null, '2026-01-09'],
      proposalDueOn: [null, '2026-01-09', '2026-01-20'],
      proposalSentAt: [null, sent.proposalSentAt],
    }
    const all = Object.entries(values).reduce<Partial<ProgressColumns>[]>(
      (rows, [name, each]) => rows.flatMap((row) => each.map((value) => ({ ...row, [name]: value }))),
      [{}],
    )
    for (const columns of all)
      for (const now of [at('2026-01-06T08:30'), at('2026-02-20T12:00')]) {
        const { texts, lead } = shown(columns, now)
        const text = [lead, ...texts].join(' ')
        const isOpen = columns.outcome === 'open' && columns.status !== 'completed' && !columns.quarantinedAt
        expect(text).toContain(received)
        expect(/follows|We’ll/.test(text) && !isOpen).toBe(false)
        expect(text.includes('We contacted you')).toBe(Boolean(columns.firstContactAt && !columns.quarantinedAt))
        expect(text.includes('We sent')).toBe(Boolean(columns.proposalSentAt && !columns.quarantinedAt))
        expect(text).not.toMatch(/undefined|null|Invalid|lost|spam|quarantine/)
      }
  })
})
