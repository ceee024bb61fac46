import { estimatePageSize } from '#shared/estimates/estimate-list.ts'
import { dataAnswer, type FakeApi } from './fake-api.ts'

/** A request as the server lists it; every field can be set. */
export function listedEstimate(overrides: Record<string, unknown> = {}) {
  return {
    id: 'first',
    reference: 'FB-0001',
    name: 'Ada Romero',
    email: 'ada.romero@example.com',
    phone: '(718) 555-0110',
    projectType: 'kitchen-remodel',
    projectDescription: 'New cabinets and an island.\nThe window stays.',
    location: 'Astoria, NY 11102',
    timeline: '1-2-months',
    budgetRange: '50k-100k',
    squareFootage: 1250,
    propertyType: 'condo',
    specificRequirements: 'Freight elevator only before 4 PM.',
    urgent: false,
    status: 'new',
    createdAt: '2025-01-05T17:00:00.000Z',
    firstContactAt: null,
    dueAt: '2025-01-06T17:00:00.000Z',
    ...overrides,
  }
}

/** So many requests, told apart by number. */
export function listedEstimates(count: number) {
  return Array.from({ length: count }, (_, index) =>
    listedEstimate({
      id: `request-${index + 1}`,
      name: `Visitor ${index + 1}`,
      email: `visitor${index + 1}@example.com`,
    }),
  )
}

/** A page of these requests, as `estimates.list` answers. */
export function listPage(all: readonly unknown[], { limit = estimatePageSize, cursor }: Record<string, unknown>) {
  const start = Number(cursor ?? 0)
  const end = start + Number(limit)
  return dataAnswer({
    items: all.slice(start, end),
    nextCursor: end < all.length ? String(end) : null,
    total: all.length,
  })
}

/** Has a fake API list these requests, page by page. */
export function answerList(api: FakeApi, all: readonly unknown[]): void {
  api.answerTo('estimates.list', (input) => listPage(all, input))
}
