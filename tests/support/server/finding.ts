import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { siteWithStaff } from './site-with-staff.ts'

/** The words of these would be found too. */
const withoutTexts = { projectDescription: null, specificRequirements: null }

/** A page as `estimates.list` responds. */
export type FoundPage = { items: { id: string }[]; nextCursor: string | null; total: number }

/** A server for the tests of a file, with no request at the start of each, and what finds requests on it. */
export function finding() {
  const site = siteWithStaff()

  /** Asks as a staff member. */
  const ask = (procedure: string, input: unknown) =>
    site.server.app.inject({
      url: `/api/trpc/estimates.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
      headers: site.staff.headers,
    })

  async function answered<Answer>(procedure: string, input: unknown): Promise<Answer> {
    const answer = await ask(procedure, input)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    return answer.json().result.data
  }

  /** The ids of all that a filter finds, page by page. */
  async function found(filter: Record<string, unknown>, limit = 100): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: FoundPage = await answered<FoundPage>('list', { ...filter, limit, cursor })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
      if (cursor === null) expect(page.total).toBe(ids.length)
    } while (cursor !== null)
    return ids
  }

  return {
    ask,
    answered,
    found,
    /** Returns which of some requests a filter finds, by their places among these. */
    async placesOf(ids: readonly string[], filter: Record<string, unknown>): Promise<number[]> {
      return (await found(filter)).map((id) => ids.indexOf(id))
    },
    /** Stores requests, each an hour older than the one before it. Answers with their ids. */
    store(each: readonly EstimateColumns[]): Promise<string[]> {
      const now = site.server.clock.now().getTime()
      return storeEstimates(
        site.server,
        each.map((columns, index) => ({
          ...withoutTexts,
          createdAt: new Date(now - index * hourMs),
          reference: randomUUID(),
          ...columns,
        })),
      )
    },
    get server() {
      return site.server
    },
    get staff() {
      return site.staff
    },
    /** Returns the instant this many hours from the server's time. */
    at: (hours: number) => new Date(site.server.clock.now().getTime() + hours * hourMs),
  }
}
