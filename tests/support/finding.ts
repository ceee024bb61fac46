import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { emailKey, phoneDigits } from '#server/domain/estimates/contact-keys.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { type SignedIn, signedIn } from './sessions.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const hourMs = 60 * 60 * 1000

/** A request that a test stores, with all that it can be found by. */
export const storedRequest = {
  name: 'Ada Romero',
  email: 'ada.romero@example.com',
  phone: '(718) 555-0110' as string | null,
  projectType: 'kitchen-remodel',
  projectDescription: null as string | null,
  location: 'Astoria, NY 11102',
  timeline: '1-2-months',
  budgetRange: '50k-100k',
  specificRequirements: null as string | null,
  urgent: false,
  status: 'new',
  assigneeId: null as string | null,
  firstContactAt: null as Date | null,
  quarantinedAt: null as Date | null,
  spamAt: null as Date | null,
}

/** What sets a stored request apart from {@link storedRequest}. */
export type RequestFields = Partial<typeof storedRequest> & {
  reference?: string
  createdAt?: Date
  dueAt?: Date | null
}

/** A page as `estimates.list` answers. */
export type FoundPage = { items: { id: string }[]; nextCursor: string | null; total: number }

/** A server for the tests of a file, with no request at the start of each, and what finds requests on it. */
export function finding() {
  let server: TestApp
  let staff: SignedIn

  beforeAll(async () => {
    server = await createTestApp()
    staff = await signedIn(server, { role: 'staff' })
  })
  afterAll(() => server.dispose())
  beforeEach(async () => {
    await server.database.transaction((transaction) => transaction.projectEstimate.deleteMany())
  })

  /** Asks as somebody of the staff. */
  const ask = (procedure: string, input: unknown) =>
    server.app.inject({
      url: `/api/trpc/estimates.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
      headers: staff.headers,
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
    /** Which of some requests a filter finds, by their places among these. */
    async placesOf(ids: readonly string[], filter: Record<string, unknown>): Promise<number[]> {
      return (await found(filter)).map((id) => ids.indexOf(id))
    },
    /** Stores requests, each an hour older than the one before it. Answers with their ids. */
    async store(each: readonly RequestFields[]): Promise<string[]> {
      const rows = each.map((fields, index) => {
        const createdAt = new Date(server.clock.now().getTime() - index * hourMs)
        const row = { ...storedRequest, createdAt, reference: randomUUID(), ...fields }
        return {
          dueAt: responseDueAt(row.createdAt),
          ...row,
          id: randomUUID(),
          emailKey: emailKey(row.email),
          phoneDigits: phoneDigits(row.phone),
          requestKey: randomUUID(),
          valuesDigest: 'digest',
          senderDigest: randomUUID(),
        }
      })
      await server.database.transaction((transaction) => transaction.projectEstimate.createMany({ data: rows }))
      return rows.map(({ id }) => id)
    },
    get server() {
      return server
    },
    get staff() {
      return staff
    },
    /** So many hours from the server's time. */
    at: (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs),
  }
}
