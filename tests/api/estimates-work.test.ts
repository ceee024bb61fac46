import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EstimateWork, type TimelineEvent, workTextLimits } from '#shared/estimates/estimate-work.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { storeEstimate, storeEstimatesAt } from '#tests/support/estimates/store-estimates.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

type Page = {
  estimate: Record<string, unknown>
  work: EstimateWork
  timeline: TimelineEvent[]
  assignees: { id: string; email: string; name: string | null }[]
  newer: string | null
  older: string | null
}

const site = siteWithStaff()
let id: string
beforeEach(async () => {
  id = await storeEstimate(site.server)
})

const get = (wanted: string) => {
  const url = `/api/trpc/estimates.get?input=${encodeURIComponent(JSON.stringify({ id: wanted }))}`
  return site.server.app.inject({ url, headers: site.staff.headers })
}
const page = async (wanted: string): Promise<Page> => {
  const answer = await get(wanted)
  expect(answer.statusCode).toBe(200)
  return answer.json().result.data
}
const change = (procedure: string, input: Record<string, unknown>) =>
  site.server.call(`estimates.${procedure}`, { id, ...input }, site.staff.headers)

describe('the page of a request', () => {
  test('has every field that the visitor filled in, how it stands, and that it came in with two emails', async () => {
    const { requestKey, ...values } = estimateInput({ urgent: true })
    const { reference } = (await site.server.call('estimates.submit', { ...values, requestKey })).json().result.data
    const stored = await site.server.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })
    const { estimate, work, timeline } = await page(stored.id)
    const createdAt = site.server.clock.now().toISOString()
    const dueAt = new Date(site.server.clock.now().getTime() + 24 * 60 * 60_000).toISOString()
    const clock = { createdAt, firstContactAt: null, dueAt }
    const columns = {
      id: stored.id,
      reference,
      status: 'new',
      ...clock,
      quarantineReasons: [],
      source: 'website',
      erasedAt: null,
    }
    expect(estimate).toEqual({ ...values, ...columns })
    expect(work).toEqual({
      version: 1,
      status: 'new',
      outcome: 'open',
      outcomeReason: null,
      assignee: null,
      followUpOn: null,
      firstContactAt: null,
      dueAt,
      quarantine: null,
      erasedAt: null,
    })
    expect(timeline[0]).toEqual({ id: stored.id, at: createdAt, by: null, kind: 'created' })
    const queued = timeline.filter((event) => event.kind === 'mail' && event.state === 'queued')
    expect(queued).toMatchObject([
      { mail: 'estimate.staff', at: createdAt, by: null },
      { mail: 'estimate.visitor', at: createdAt, by: null },
    ])
  })

  test('names those it can be given to: confirmed staff and administrators, by address', async () => {
    const admin = await signedIn(site.server, { email: 'admin@mail.example', role: 'admin' })
    await signedIn(site.server, { email: 'user@mail.example' })
    await signedIn(site.server, { email: 'invited@mail.example', role: 'staff', confirmedAt: null })
    expect((await page(id)).assignees).toEqual([
      { id: admin.userId, email: 'admin@mail.example', name: null },
      { id: site.staff.userId, email: 'staff@mail.example', name: null },
    ])
  })

  test('leads to the next newer and older one, through requests of one instant too, in the order of the list', async () => {
    await storeEstimatesAt(site.server, [-2, -1, -1, -1, 0, 0, 5])
    const headers = site.staff.headers
    const list = (await site.server.app.inject({ url: '/api/trpc/estimates.list?input=%7B%7D', headers })).json().result
      .data
    const ids: string[] = list.items.map((item: { id: string }) => item.id)
    expect(ids).toHaveLength(8)
    for (const [index, one] of ids.entries()) {
      const { newer, older } = await page(one)
      expect([newer, older]).toEqual([ids[index - 1] ?? null, ids[index + 1] ?? null])
    }
  })

  test('C2 an unknown id is not found, also by the staff', async () => {
    for (const answer of [await get(randomUUID()), await change('addNote', { id: randomUUID(), text: 'x' })]) {
      expect([answer.statusCode, answer.json().error.message]).toEqual([404, 'There is no such request.'])
      expect(answer.json().error.data).toEqual({ code: 'NOT_FOUND', httpStatus: 404 })
    }
    expect((await get('no id')).json().error.data.fieldErrors).toEqual({ id: ['There is no such request.'] })
  })
})

describe('a change', () => {
  test('responds with the request and its timeline, for each kind of change', async () => {
    const steps = [
      ['setStatus', { version: 1, status: 'in_progress' }, { version: 2, status: 'in_progress' }],
      [
        'setOutcome',
        { version: 2, outcome: 'lost', reason: ' Too expensive \n' },
        { version: 3, outcomeReason: 'Too expensive' },
      ],
      [
        'assign',
        { version: 3, assigneeId: site.staff.userId },
        { version: 4, assignee: { email: 'staff@mail.example' } },
      ],
      ['setFollowUp', { version: 4, followUpOn: '2026-02-28' }, { version: 5, followUpOn: '2026-02-28' }],
      ['addNote', { text: 'A note.' }, { version: 5, firstContactAt: null }],
      ['logContact', { channel: 'call' }, { version: 5, firstContactAt: expect.any(String) }],
    ] as const
    for (const [procedure, input, work] of steps) {
      site.server.clock.advance(1)
      const answer = await change(procedure, input)
      expect(answer.json().result?.data, procedure).toMatchObject({ work })
      const shown = await page(id)
      expect(answer.json().result.data).toEqual({ work: shown.work, timeline: shown.timeline })
    }
    const { timeline } = await page(id)
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'created',
      'status',
      'outcome',
      'assigned',
      'follow_up',
      'note',
      'contact',
    ])
  })

  test('conflicts for an older version, and tells who changed what and when', async () => {
    await change('setStatus', { version: 1, status: 'in_progress' })
    const answer = await change('setStatus', { version: 1, status: 'completed' })
    const at = site.server.clock.now().toISOString()
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      {
        message: 'This request has been changed in the meantime. Nothing was saved.',
        code: expect.any(Number),
        data: {
          code: 'CONFLICT',
          httpStatus: 409,
          stale: {
            work: (await page(id)).work,
            changes: [
              { id: expect.any(String), at, by: 'staff@mail.example', kind: 'status', from: 'new', to: 'in_progress' },
            ],
          },
        },
      },
    ])
    expect(site.server.logLines().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test.each([
    ['setStatus', { version: 1, status: 'won' }, 'status'],
    ['setStatus', { version: 0, status: 'new' }, 'version'],
    ['setStatus', { status: 'new' }, 'version'],
    ['setOutcome', { version: 1, outcome: 'spam' }, 'outcome'],
    ['assign', { version: 1, assigneeId: randomUUID() }, 'assigneeId'],
    ['assign', { version: 1, assigneeId: 'somebody' }, 'assigneeId'],
    ['setFollowUp', { version: 1, followUpOn: '2026-02-30' }, 'followUpOn'],
    ['setFollowUp', { version: 1, followUpOn: '2026-02-01', by: 'somebody' }, 'by'],
    ['addNote', { text: ' \n ' }, 'text'],
    ['addNote', { text: 'x'.repeat(workTextLimits.note + 1) }, 'text'],
    ['addNote', { text: 'A note.', entryKey: 'first' }, 'entryKey'],
    ['logContact', { channel: 'pigeon' }, 'channel'],
    ['logContact', { channel: 'call', entryKey: 7 }, 'entryKey'],
  ])('by %s with %j is refused at its field and changes nothing', async (procedure, input, field) => {
    const answer = await change(procedure, input)
    expect([answer.statusCode, Object.keys(answer.json().error.data.fieldErrors)]).toEqual([400, [field]])
    const { work, timeline } = await page(id)
    expect([work.version, work.assignee, timeline.length]).toEqual([1, null, 1])
  })
})
