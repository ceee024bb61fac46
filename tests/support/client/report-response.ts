import type { ReportOverview } from '#shared/report.ts'

/** No amount of a proposal is known. */
export const unpriced = { priced: { count: 0, cents: 0 }, wonPriced: { count: 0, cents: 0 } }

/** A report of two weeks, as the server answers with it. */
export const reportOfTwoWeeks: ReportOverview = {
  total: { requests: 1250, judged: 6, inTime: 5 },
  byPhone: 50,
  proposals: {
    ...{ sent: 4, notNeeded: 1, judged: 5, inTime: 3, medianMs: 2 * 86_400_000 },
    agreed: { judged: 4, inTime: 4 },
  },
  closed: 0,
  contacted: 5,
  medianMs: 2 * 3_600_000 + 5 * 60_000,
  percentile90Ms: 27 * 3_600_000,
  won: 3,
  lost: 1,
  before: {
    from: '2025-12-26',
    to: '2026-01-04',
    total: { requests: 1000, judged: 4, inTime: 2 },
    closed: 0,
    contacted: 4,
    medianMs: 3 * 3_600_000,
    percentile90Ms: null,
    won: 1,
    lost: 1,
  },
  weeks: [
    {
      from: '2026-01-05',
      to: '2026-01-11',
      requests: 1000,
      judged: 4,
      inTime: 3,
      closed: 0,
      contacted: 3,
      medianMs: 5.2 * 3_600_000,
      proposals: { judged: 3, inTime: 2 },
    },
    {
      from: '2026-01-12',
      to: '2026-01-14',
      requests: 250,
      judged: 2,
      inTime: 2,
      closed: 0,
      contacted: 2,
      medianMs: null,
      proposals: { judged: 0, inTime: 0 },
    },
  ],
  types: [
    { value: 'deck-patio', requests: 50, judged: 0, inTime: 0 },
    { value: 'kitchen-remodel', requests: 1200, judged: 6, inTime: 5 },
  ],
  budgets: [
    { value: 'over-500k', requests: 1, judged: 1, inTime: 1 },
    { value: 'an old one', requests: 2, judged: 1, inTime: 0 },
  ],
  outcomes: [
    { value: 'won', requests: 3, judged: 3, inTime: 2 },
    { value: 'lost', requests: 1, judged: 0, inTime: 0 },
  ],
  stages: [
    { value: 'over-500k', requests: 1, contacted: 1, proposals: 0, won: 0, ...unpriced },
    { value: '25k-50k', requests: 4, contacted: 3, proposals: 3, won: 3, ...unpriced },
    { value: 'an old one', requests: 2, contacted: 1, proposals: 1, won: 0, ...unpriced },
  ],
  sources: [{ source: 'www.google.com', requests: 812, proposals: 14, won: 11, lost: 5, wonCents: 4_850_050 }],
  otherSources: null,
  assignees: [
    { assignee: null, requests: 1205, judged: 0, inTime: 0, won: 0, lost: 0, proposals: { judged: 0, inTime: 0 } },
    {
      assignee: { id: '7b2f0a64-5a37-4f0e-9d55-0c6b6f3f7a01', email: 'omar@builders.example', name: null },
      requests: 5,
      judged: 1,
      inTime: 0,
      won: 0,
      lost: 1,
      proposals: { judged: 1, inTime: 0 },
    },
    {
      assignee: { id: '7b2f0a64-5a37-4f0e-9d55-0c6b6f3f7a02', email: 'ada@builders.example', name: 'Ada Kern' },
      requests: 40,
      judged: 5,
      inTime: 5,
      won: 3,
      lost: 0,
      proposals: { judged: 4, inTime: 3 },
    },
  ],
}
