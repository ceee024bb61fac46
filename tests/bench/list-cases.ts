import { encodeCursor } from '#server/estimates/list/list-estimates.ts'
import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import type { EstimateSort } from '#shared/estimates/estimate-list.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { rareName } from '#tests/support/estimates/varied-estimates.ts'

export const pageSize = 50

export type ListCase = { procedure?: 'list' | 'counts'; sort?: EstimateSort; filter: EstimateFilter }

/** The searches of the staff. */
export const listCases: Readonly<Record<string, ListCase>> = {
  'first page': { filter: {} },
  'search, a rare name': { filter: { q: rareName } },
  'search, a common word': { filter: { q: 'brooklyn' } },
  'search, one letter': { filter: { q: 'a' } },
  'search, two words': { filter: { q: 'kitchen brook' } },
  'search, a phone number': { filter: { q: '(718) 203-4567' } },
  'search, part of a number': { filter: { q: '4567' } },
  'search and filters': { filter: { q: 'brooklyn', type: 'kitchen-remodel', status: 'new' } },
  'filter, status': { filter: { status: 'in_progress' } },
  'filter, urgent': { filter: { urgent: true } },
  'filter, type': { filter: { type: 'roof-replacement' } },
  'filter, budget': { filter: { budget: 'under-10k' } },
  'filter, timeline': { filter: { timeline: 'asap' } },
  'filter, assignee': { filter: { assignee: 'none' } },
  'filter, open': { filter: { outcome: 'open' } },
  'filter, won': { filter: { outcome: 'won' } },
  'filter, follow-up due': { filter: { followUp: 'due' } },
  'filter, no follow-up': { filter: { followUp: 'none' } },
  'filter, open and mine': { filter: { outcome: 'open', assignee: 'me' } },
  'filter, overdue': { filter: { overdue: true } },
  'filter, open and overdue': { filter: { outcome: 'open', overdue: true } },
  'filter, answered': { filter: { answered: 'yes' } },
  'filter, in time': { filter: { answered: 'in-time' } },
  'filter, missed': { filter: { answered: 'missed' } },
  'filter, missed and won': { filter: { answered: 'missed', outcome: 'won' } },
  'filter, proposal due': { filter: { proposal: 'due' } },
  'filter, proposal overdue': { filter: { proposal: 'overdue' } },
  'filter, proposal sent': { filter: { proposal: 'sent' } },
  'filter, no proposal needed': { filter: { proposal: 'not-needed' } },
  'filter, spam': { filter: { spam: 'quarantined' } },
  'filter, a week': { filter: { from: '2025-11-01', to: '2025-11-07' } },
  'filters that find nothing': { filter: { urgent: true, type: 'other', budget: 'over-500k', timeline: 'asap' } },
  'sort by due': { sort: 'due', filter: {} },
  'sort by proposal': { sort: 'proposal', filter: {} },
  'sort by budget': { sort: 'budget', filter: {} },
  'sort by oldest': { sort: 'oldest', filter: {} },
  'sort by lowest budget': { sort: 'lowest-budget', filter: {} },
  'sort by budget, won': { sort: 'budget', filter: { outcome: 'won' } },
  'counts, no filter': { procedure: 'counts', filter: {} },
  'counts, open': { procedure: 'counts', filter: { outcome: 'open' } },
  'counts, won': { procedure: 'counts', filter: { outcome: 'won' } },
  'counts, in time': { procedure: 'counts', filter: { answered: 'in-time' } },
  'counts, missed': { procedure: 'counts', filter: { answered: 'missed' } },
  'counts, a common word': { procedure: 'counts', filter: { q: 'brooklyn' } },
}

/** @throws {Error} for any status but 200 */
export async function query(origin: string, cookie: string, procedure: string, input: unknown): Promise<void> {
  const address = `${origin}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  const response = await fetch(address, { headers: { cookie } })
  const body = await response.text()
  if (!response.ok) throw new Error(`${procedure} responded ${response.status}: ${body}`)
}

export function askCase(origin: string, cookie: string, { procedure = 'list', sort, filter }: ListCase): Promise<void> {
  const input = procedure === 'list' ? { ...filter, sort, limit: pageSize } : filter
  return query(origin, cookie, `estimates.${procedure}`, input)
}

/** The estimate behind as many newer ones, and the cursor of the page that follows it. */
export async function positionOf(databaseUrl: string, newer: number): Promise<{ id: string; cursor: string }> {
  const [row] = await queryDatabase<{ id: string; created_at: string | Date }>(
    databaseUrl,
    `SELECT id, created_at FROM project_estimates ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${newer}`,
  )
  if (!row) throw new Error('there are too few estimates')
  return { id: row.id, cursor: encodeCursor('newest', { id: row.id, at: new Date(row.created_at), rank: 0 }) }
}
