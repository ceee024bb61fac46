import { describe, expect, test } from 'vitest'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { estimateSorts } from '#shared/estimates/estimate-list.ts'
import { responseState } from '#shared/estimates/response-clock.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { type FoundPage, finding } from '#tests/support/server/finding.ts'

const site = finding()
const { answered, ask, at, found, placesOf, store } = site

describe('a filter', () => {
  const day = (text: string) => new Date(text)

  test.each([
    ['status', { status: 'completed' }, [1]],
    ['urgent', { urgent: true }, [2]],
    ['not urgent', { urgent: false }, [0, 1, 3]],
    ['type', { type: 'roof-replacement' }, [3]],
    ['budget', { budget: 'under-10k' }, [1]],
    ['timeline', { timeline: 'asap' }, [0]],
    ['lead source', { leadSource: 'www.google.com' }, [1, 3]],
    ['a part of a lead source', { leadSource: 'google' }, []],
    ['nobody’s', { assignee: 'none' }, [0, 1, 3]],
    ['me', { assignee: 'me' }, [2]],
    ['the first contact', { answered: 'yes' }, [2]],
    ['the first contact in time', { answered: 'in-time' }, [2]],
    ['the first contact that is to come', { answered: 'pending' }, [0, 3]],
    ['several at once', { assignee: 'none', urgent: false, q: 'ada', timeline: '1-2-months' }, [1, 3]],
    ['nothing that is left', { urgent: true, status: 'completed' }, []],
  ])('by %s', async (_what, filter, expected) => {
    const ids = await store([
      { timeline: 'asap' },
      { status: 'completed', budgetRange: 'under-10k', leadSource: 'www.google.com' },
      { urgent: true, assigneeId: site.staff.userId, firstContactAt: at(0) },
      { projectType: 'roof-replacement', leadSource: 'www.google.com' },
    ])
    expect(await placesOf(ids, filter)).toEqual(expected)
    expect(await placesOf(ids, { assignee: site.staff.userId })).toEqual([2])
  })

  test('by lead source offers those that there are outside quarantine, most requests first', async () => {
    const spam = { leadSource: 'casino', quarantinedAt: at(0), dueAt: null }
    await store([{ leadSource: 'direct' }, { leadSource: 'yelp' }, { leadSource: 'yelp' }, {}, spam])
    expect(await answered('leadSources', undefined)).toEqual(['yelp', 'direct'])
  })

  test('selects by outcome, and by the day of the follow-up in New York', async () => {
    const today = newYorkDay(at(0))
    const ids = await store([
      {},
      { outcome: 'won', followUpOn: today },
      { outcome: 'lost', followUpOn: addDays(today, -3) },
      { followUpOn: addDays(today, 1) },
    ])
    expect(await placesOf(ids, { outcome: 'open' })).toEqual([0, 3])
    expect(await placesOf(ids, { outcome: 'won' })).toEqual([1])
    expect(await placesOf(ids, { outcome: 'lost', status: 'new' })).toEqual([2])
    expect(await placesOf(ids, { followUp: 'due' })).toEqual([1, 2])
    expect(await placesOf(ids, { followUp: 'planned' })).toEqual([3])
    expect(await placesOf(ids, { followUp: 'none' })).toEqual([0])
    expect(await placesOf(ids, { followUp: 'due', outcome: 'won', q: 'ada' })).toEqual([1])
    expect(await answered('counts', { outcome: 'open', followUp: 'none' })).toMatchObject({ statuses: { new: 1 } })
  })

  test('leaves what the list says of the work: outcome, follow-up and assignee', async () => {
    await store([{ outcome: 'won', followUpOn: '2025-02-03', assigneeId: site.staff.userId }])
    for (const filter of [{}, { outcome: 'won' }, { followUp: 'due', q: 'ada' }])
      expect(await answered('list', filter)).toMatchObject({
        items: [{ outcome: 'won', followUpOn: '2025-02-03', assigneeEmail: expect.stringContaining('@') }],
      })
  })

  test('finds a type or a budget by its label', async () => {
    const ids = await store([
      { projectType: 'roof-replacement', budgetRange: '10k-25k', name: 'Ada Romero' },
      { projectType: 'deck-patio', budgetRange: 'over-500k', name: 'Bo Chen' },
      { projectType: 'other', budgetRange: 'under-10k', name: 'Ada Roof' },
    ])
    for (const q of ['Roof Replacement', 'ada roof replacement', 'roof replacement $10k–$25k'])
      expect(await placesOf(ids, { q })).toEqual([0])
    expect(await placesOf(ids, { q: 'bo deck/patio construction' })).toEqual([1])
    expect(await placesOf(ids, { q: 'roof' })).toEqual([2])
    expect(await placesOf(ids, { q: 'roof replacement', type: 'other' })).toEqual([])
  })

  test('estimates that were closed without a contact are neither overdue nor missed, but have a filter of their own', async () => {
    const due = at(-3)
    const ids = await store([
      { dueAt: due },
      { dueAt: due, outcome: 'won' },
      { dueAt: due, outcome: 'lost' },
      { dueAt: due, status: 'completed' },
      { dueAt: due, outcome: 'won', firstContactAt: due },
    ])
    expect(await placesOf(ids, { overdue: true })).toEqual([0])
    expect(await placesOf(ids, { answered: 'missed' })).toEqual([0])
    expect(await placesOf(ids, { answered: 'no' })).toEqual([0])
    expect((await placesOf(ids, { answered: 'closed' })).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    expect(await placesOf(ids, { answered: 'closed', outcome: 'won', q: 'ada' })).toEqual([1])
    expect(await answered('counts', {})).toMatchObject({ overdue: 1 })
    expect(await answered('counts', { answered: 'closed' })).toMatchObject({
      statuses: { new: 2, completed: 1 },
      overdue: 0,
    })
    expect((await placesOf(ids, { sort: 'due' }))[0]).toBe(0)
  })

  test('selects overdue estimates by the instant of the card’s clock: at the deadline itself they are in time', async () => {
    const ids = await store([{ dueAt: at(0) }, { dueAt: new Date(at(0).getTime() - 1) }])
    const states = [at(0), new Date(at(0).getTime() - 1)].map(
      (dueAt) => responseState({ dueAt, firstContactAt: null, status: 'new', outcome: 'open' }, at(0)).kind,
    )
    expect(states).toEqual(['due', 'overdue'])
    expect(await placesOf(ids, { overdue: true })).toEqual([1])
    expect(await answered('counts', {})).toMatchObject({ overdue: 1 })
  })

  test('shows quarantined estimates only for spam', async () => {
    const now = at(0)
    const ids = await store([{}, { quarantinedAt: now, dueAt: null }, { quarantinedAt: now, spamAt: now, dueAt: null }])
    expect(await placesOf(ids, {})).toEqual([0])
    expect(await placesOf(ids, { q: 'ada' })).toEqual([0])
    for (const sort of ['newest', 'due', 'budget']) {
      expect(await placesOf(ids, { spam: 'quarantined', sort })).toEqual([1])
      expect(await placesOf(ids, { spam: 'confirmed', sort })).toEqual([2])
    }
  })

  test('the list says of each quarantined estimate why it was quarantined, and no longer of a released one', async () => {
    const quarantineReasons = 'decoy,link-in-name'
    await store([{ quarantineReasons }, { quarantinedAt: at(0), dueAt: null, quarantineReasons }])
    const reasonsOf = async (filter: object) =>
      (await answered<{ items: { quarantineReasons: string[] }[] }>('list', filter)).items.map(
        (item) => item.quarantineReasons,
      )
    expect(await reasonsOf({})).toEqual([[]])
    expect(await reasonsOf({ spam: 'quarantined' })).toEqual([['decoy', 'link-in-name']])
  })

  test.each([
    ['in winter', '2025-01-31', '2025-01-31T05:00:00.000Z', '2025-02-01T05:00:00.000Z'],
    ['in summer', '2025-07-04', '2025-07-04T04:00:00.000Z', '2025-07-05T04:00:00.000Z'],
    ['when the clocks go forward', '2025-03-09', '2025-03-09T05:00:00.000Z', '2025-03-10T04:00:00.000Z'],
    ['when the clocks go back', '2025-11-02', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
  ])('by days takes them as New York has them, %s', async (_when, from, begins, ends) => {
    const justBefore = (instant: string) => new Date(day(instant).getTime() - 1)
    const ids = await store([
      { createdAt: day(ends) },
      { createdAt: justBefore(ends) },
      { createdAt: day(begins) },
      { createdAt: justBefore(begins) },
    ])
    expect(await placesOf(ids, { from, to: from })).toEqual([1, 2])
    expect(await placesOf(ids, { from })).toEqual([0, 1, 2])
    expect(await placesOf(ids, { to: from })).toEqual([1, 2, 3])
  })

  test.each([
    { from: '1900-01-01' },
    { to: '1900-01-01' },
    { from: '2199-12-31' },
    { to: '2199-12-31' },
    { from: '2025-02-02', to: '2025-02-01' },
  ])('by days that are far off or the wrong way round is no fault: %j', async (filter) => {
    expect((await ask('list', filter)).statusCode).toBe(200)
  })

  test.each([{ from: '1899-12-31' }, { to: '0000-01-01' }, { from: '9999-12-31' }, { to: '2200-01-01' }])(
    'by a day outside of the years 1900 to 2199 is refused: %j',
    async (filter) => {
      expect((await ask('list', filter)).statusCode).toBe(400)
    },
  )

  test.each([
    { status: 'done' },
    { urgent: 'yes' },
    { from: '2025-02-30' },
    { assignee: 'you' },
    { outcome: 'maybe' },
    { followUp: 'never' },
    { sort: 'name' },
  ])('that is not known is refused: %j', async (filter) => {
    expect((await ask('list', filter)).statusCode).toBe(400)
  })
})

describe('a sort', () => {
  const mixed = (): EstimateColumns[] =>
    Array.from({ length: 24 }, (_, index) => ({
      createdAt: at(-Math.floor(index / 4)),
      dueAt: at((index * 7) % 5),
      firstContactAt: index % 3 === 0 ? at(0) : null,
      budgetRange: ['under-10k', 'over-500k', '25k-50k', 'a band of old'][index % 4] ?? '',
    }))

  test('lists waiting estimates by due time, then the others, newest first', async () => {
    const ids = await store([
      { dueAt: at(9) },
      { dueAt: at(2), firstContactAt: at(0) },
      { dueAt: at(-3) },
      { dueAt: at(5), firstContactAt: at(0) },
      { dueAt: at(1) },
      { dueAt: at(-9), outcome: 'won' },
    ])
    expect(await placesOf(ids, { sort: 'due' })).toEqual([2, 4, 0, 1, 3, 5])
  })

  test('lists by budget, dearest first, then newest, with unknown budgets last', async () => {
    const bands = ['10k-25k', 'a band of old', 'over-500k', '10k-25k', '100k-250k']
    const ids = await store(bands.map((budgetRange) => ({ budgetRange })))
    expect(await placesOf(ids, { sort: 'budget' })).toEqual([2, 4, 0, 3, 1])
  })

  test.each([
    ['oldest', 'newest'],
    ['lowest-budget', 'budget'],
  ])('by %s is the reverse of the one by %s', async (sort, reverse) => {
    await store(mixed())
    expect(await found({ sort })).toEqual((await found({ sort: reverse })).toReversed())
  })

  describe.each(estimateSorts)('by %s', (sort) => {
    test.each([1, 5, 7, 23, 24])('skips and repeats nothing at pages of %i', async (limit) => {
      await store(mixed())
      const whole = await found({ sort })
      expect(whole).toHaveLength(24)
      expect(await found({ sort }, limit)).toEqual(whole)
      const urgentless = await found({ sort, urgent: false, q: 'astoria' }, limit)
      expect(urgentless).toEqual(whole)
    })

    test('refuses the mark of a page of another sort', async () => {
      await store(mixed())
      const { nextCursor } = await answered<FoundPage>('list', { sort, limit: 20 })
      for (const other of estimateSorts.filter((each) => each !== sort)) {
        const answer = await ask('list', { sort: other, cursor: nextCursor })
        expect([answer.statusCode, Object.keys(answer.json().error.data.fieldErrors)]).toEqual([400, ['cursor']])
      }
    })
  })
})
