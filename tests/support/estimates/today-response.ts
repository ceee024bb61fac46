import type { Today, TodayEstimate, TodayVisit } from '#client/lib/api.ts'
import { type TodaySection, todaySections } from '#shared/estimates/today.ts'
import { answers } from './answers.ts'
import { noProposal } from './listed-estimates.ts'

/** An estimate as a section of Today has it: waiting, and long overdue. */
export function todayEstimate(overrides: Partial<TodayEstimate> = {}): TodayEstimate {
  return {
    id: '018f0000-0000-7000-8000-000000000001',
    reference: 'FB-0001',
    name: 'Ada Romero',
    email: 'ada@example.com',
    phone: '646 555 0177',
    bestTime: null,
    projectType: answers.projectType,
    location: 'Astoria, NY 11102',
    budgetRange: answers.budgetRange,
    urgent: false,
    status: 'new',
    outcome: 'open',
    createdAt: '2025-01-05T17:00:00.000Z',
    firstContactAt: null,
    dueAt: '2025-01-06T17:00:00.000Z',
    withdrawnAt: null,
    summary: null,
    followUpOn: null,
    ...noProposal,
    version: 1,
    assignee: null,
    ...overrides,
  }
}

/** A visit that Max has begun. */
export function todayVisit(overrides: Partial<TodayVisit> = {}): TodayVisit {
  return {
    id: '018f0000-0000-7000-8000-0000000000a1',
    estimateId: '018f0000-0000-7000-8000-000000000001',
    version: 2,
    name: 'Ada Romero',
    email: 'ada@example.com',
    phone: '646 555 0177',
    projectType: answers.projectType,
    bestTime: null,
    startsAt: '2026-01-05T16:00:00.000Z',
    endsAt: '2026-01-05T17:30:00.000Z',
    place: '12 Elm St, Astoria',
    sequence: 0,
    assignee: { id: 'max', email: 'max@example.com', name: 'Max Weber' },
    ...overrides,
  }
}

/** The response of `admin.today` on Monday, January 5, 2026. */
export function todayResponse(
  sections: Partial<Record<TodaySection, readonly TodayEstimate[]>> = {},
  others: Partial<Pick<Today, 'visits' | 'quarantined' | 'failedEmails'>> = {},
): Today {
  const filled = todaySections.map((name) => {
    const items = [...(sections[name] ?? [])]
    return [name, { total: items.length, items }]
  })
  return {
    at: '2026-01-05T17:00:00.000Z',
    day: '2026-01-05',
    followUpDays: ['2026-01-06', '2026-01-12', '2026-01-19', '2026-02-02'],
    sections: Object.fromEntries(filled),
    visits: [],
    quarantined: 0,
    failedEmails: { total: 0, items: [] },
    ...others,
  }
}
