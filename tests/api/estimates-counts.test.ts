import { describe, expect, test } from 'vitest'
import { finding } from '#tests/support/server/finding.ts'

const { answered, at, store } = finding()

test('the counts are of each status under the other filters, of what is overdue, and of what is quarantined', async () => {
  const late = at(-30)
  const now = at(0)
  await store([
    {},
    { status: 'in_progress', urgent: true },
    { status: 'on_hold', createdAt: late },
    { urgent: true, createdAt: late },
    { quarantinedAt: now, dueAt: null },
    { quarantinedAt: now, spamAt: now, urgent: true, dueAt: null },
  ])
  const all = { statuses: { new: 2, in_progress: 1, on_hold: 1 }, overdue: 2, quarantined: 1, confirmed: 1 }
  expect(await answered('counts', {})).toEqual(all)
  expect(await answered('counts', { status: 'new' })).toEqual({ ...all, overdue: 1, confirmed: 1 })
  expect(await answered('counts', { urgent: true, q: 'ada' })).toEqual({
    statuses: { new: 1, in_progress: 1 },
    overdue: 1,
    quarantined: 0,
    confirmed: 1,
  })
  expect(await answered('counts', { overdue: true })).toEqual({
    ...all,
    statuses: { on_hold: 1, new: 1 },
    quarantined: 0,
    confirmed: 0,
  })
  expect(await answered('counts', { q: 'nowhere' })).toEqual({
    statuses: {},
    overdue: 0,
    quarantined: 0,
    confirmed: 0,
  })
})

test('the counts are all zero without estimates', async () => {
  expect(await answered('counts', {})).toEqual({ statuses: {}, overdue: 0, quarantined: 0, confirmed: 0 })
})

describe('a returning visitor', () => {
  type Detail = { estimate: object; earlier: { total: number; items: Record<string, unknown>[] } }
  const earlierOf = async (id = '') => (await answered<Detail>('get', { id })).earlier

  test('is known by the address in any case, or by the last ten digits of the number', async () => {
    const ids = await store([
      { email: 'Jo@Example.com', phone: '+1 (212) 555-0177' },
      { email: 'jo@example.com', phone: null, status: 'completed', outcome: 'won' },
      { email: 'other@example.com', phone: '212.555.0177' },
      { email: 'third@example.com', phone: '347 555 0177' },
    ])
    const { total, items } = await earlierOf(ids[0])
    expect([total, items.map(({ id }) => id)]).toEqual([2, [ids[1], ids[2]]])
    expect(items[0]).toEqual({
      id: ids[1],
      name: 'Ada Romero',
      createdAt: at(-1).toISOString(),
      status: 'completed',
      outcome: 'won',
      projectType: 'kitchen-remodel',
    })
  })

  test('has earlier requests only, none that is quarantined, and ten of them are named', async () => {
    const ids = await store([{}, ...Array.from({ length: 12 }, () => ({})), { quarantinedAt: at(0) }])
    const { total, items } = await earlierOf(ids[0])
    expect([total, items.map(({ id }) => id)]).toEqual([12, ids.slice(1, 11)])
    expect(await earlierOf(ids[12])).toEqual({ total: 0, items: [] })
  })

  test('is not recognized without an address and a number', async () => {
    const ids = await store([
      { email: '', phone: '12' },
      { email: '', phone: null },
    ])
    expect(await earlierOf(ids[0])).toEqual({ total: 0, items: [] })
  })
})
