import { storedAnswers } from '#shared/estimates/answers.ts'
import { estimatePageSize } from '#shared/estimates/estimate-list.ts'
import { dataAnswer, type FakeApi } from '#tests/support/client/fake-api.ts'
import { answers } from './answers.ts'

/** The columns of an estimate whose clock of the proposal does not run. */
export const noProposal = { proposalPromisedOn: null, proposalDueOn: null, proposalSentAt: null, proposalCents: null }

/** An estimate as the server lists it. */
export function listedEstimate(overrides: Record<string, unknown> = {}) {
  return {
    id: 'first',
    reference: 'FB-0001',
    ...storedAnswers(answers),
    status: 'new',
    createdAt: '2025-01-05T17:00:00.000Z',
    firstContactAt: null,
    dueAt: '2025-01-06T17:00:00.000Z',
    quarantineReasons: [],
    outcome: 'open',
    followUpOn: null,
    ...noProposal,
    version: 1,
    assigneeEmail: null,
    assigneeName: null,
    photos: 0,
    source: 'website',
    leadSource: null,
    erasedAt: null,
    withdrawnAt: null,
    ...overrides,
  }
}

/** Estimates that differ by a number. */
export function listedEstimates(count: number) {
  return Array.from({ length: count }, (_, index) =>
    listedEstimate({
      id: `request-${index + 1}`,
      name: `Visitor ${index + 1}`,
      email: `visitor${index + 1}@example.com`,
    }),
  )
}

/** A page of the list, as `estimates.list` responds. */
export function listPage(all: readonly unknown[], { limit = estimatePageSize, cursor }: Record<string, unknown>) {
  const start = Number(cursor ?? 0)
  const end = start + Number(limit)
  return dataAnswer({
    items: all.slice(start, end),
    nextCursor: end < all.length ? String(end) : null,
    total: all.length,
  })
}

/** Makes a fake API list these estimates, page by page. */
export function answerList(api: FakeApi, all: readonly unknown[]): void {
  api.answerTo('estimates.list', (input) => listPage(all, input))
}
