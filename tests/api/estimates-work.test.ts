import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type EstimateWork, type TimelineEvent, workTextLimits } from '#shared/estimates/estimate-work.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { noProposal } from '#tests/support/estimates/listed-estimates.ts'
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

test('the page of a request has every field that the visitor filled in, how it stands, and that it came in with two emails', async () => {
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
    leadSource: null,
    bestTime: null,
    erasedAt: null,
    withdrawnAt: null,
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
    ...noProposal,
    quarantine: null,
    erasedAt: null,
    withdrawnAt: null,
    visit: null,
  })
  expect(timeline[0]).toEqual({ id: stored.id, at: createdAt, by: null, kind: 'created' })
  const queued = timeline.filter((event) => event.kind === 'mail' && event.state === 'queued')
  expect(queued).toMatchObject([
    { mail: 'estimate.staff', at: createdAt, by: null },
    { mail: 'estimate.visitor', at: createdAt, by: null },
  ])
})

test('the page of a request names those it can be given to, confirmed staff and administrators by address, and is given to nobody else', async () => {
  const admin = await signedIn(site.server, { email: 'admin@mail.example', role: 'admin' })
  const others = [
    await signedIn(site.server, { email: 'user@mail.example' }),
    await signedIn(site.server, { email: 'invited@mail.example', role: 'staff', confirmedAt: null }),
  ]
  expect((await page(id)).assignees).toEqual([
    { id: admin.userId, email: 'admin@mail.example', name: null },
    { id: site.staff.userId, email: 'staff@mail.example', name: null },
  ])
  for (const { userId } of others) {
    const answer = await change('assign', { version: 1, assigneeId: userId })
    expect([answer.statusCode, Object.keys(answer.json().error.data.fieldErrors)]).toEqual([400, ['assigneeId']])
  }
  expect((await page(id)).work).toMatchObject({ version: 1, assignee: null })
})

test('the page of a request leads to the next newer and older one, through requests of one instant too, in the order of the list', async () => {
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
  const missing = { id: randomUUID(), version: 1 }
  const answers = await Promise.all([
    get(missing.id),
    change('setStatus', { ...missing, status: 'new' }),
    change('setOutcome', { ...missing, outcome: 'won' }),
    change('assign', { ...missing, assigneeId: null }),
    change('setFollowUp', { ...missing, followUpOn: null }),
    change('addNote', { id: missing.id, text: 'x' }),
    change('logContact', { id: missing.id, channel: 'call' }),
  ])
  for (const answer of answers) {
    expect([answer.statusCode, answer.json().error.message]).toEqual([404, 'There is no such request.'])
    expect(answer.json().error.data).toEqual({ code: 'NOT_FOUND', httpStatus: 404 })
  }
  expect((await get('no id')).json().error.data.fieldErrors).toEqual({ id: ['There is no such request.'] })
})

test('a change responds with the request and its timeline, for each kind of change', async () => {
  const other = await signedIn(site.server, { role: 'staff' })
  const [mine, theirs] = [site.staff, other].map(({ userId, email }) => ({ id: userId, email, name: null }))
  const [reason, another] = ['Too expensive', 'Took another']
  const outcomeStays = { status: 'in_progress', outcome: 'won' }
  const steps = [
    ['setStatus', { status: 'in_progress' }, { status: 'in_progress', outcome: 'open' }, { from: 'new' }],
    ['setOutcome', { outcome: 'lost', reason: ` ${reason} \n` }, { outcomeReason: reason }, { from: 'open', reason }],
    ['setOutcome', { outcome: 'lost', reason: another }, { outcomeReason: another }, { from: 'lost' }],
    ['setOutcome', { outcome: 'won' }, { ...outcomeStays, outcomeReason: null }, { to: 'won', reason: null }],
    ['assign', { assigneeId: other.userId }, { assignee: theirs }, { from: null, to: other.email }],
    ['assign', { assigneeId: mine?.id }, { assignee: mine }, { from: other.email, to: 'staff@mail.example' }],
    ['assign', { assigneeId: null }, { assignee: null }, { from: 'staff@mail.example', to: null }],
    ['setFollowUp', { followUpOn: '2026-02-28' }, { followUpOn: '2026-02-28' }, { from: null, to: '2026-02-28' }],
    ['setFollowUp', { followUpOn: null }, { followUpOn: null }, { from: '2026-02-28', to: null }],
    ['addNote', { text: 'Two\nlines' }, { firstContactAt: null }, { text: 'Two\nlines' }],
    ['logContact', { channel: 'call' }, outcomeStays, { channel: 'call', note: null }],
  ] as const
  const kinds = { setStatus: 'status', setOutcome: 'outcome', assign: 'assigned', setFollowUp: 'follow_up' }
  let version = 1
  for (const [procedure, input, work, event] of steps) {
    const needsVersion = procedure in kinds
    site.server.clock.advance(1)
    const answer = await change(procedure, { ...input, ...(needsVersion ? { version } : {}) })
    if (needsVersion) version += 1
    const shown = await page(id)
    expect(answer.json().result?.data, procedure).toEqual({ work: shown.work, timeline: shown.timeline })
    expect(shown.work).toMatchObject({ version, ...work })
    const kind = Object.entries({ ...kinds, addNote: 'note', logContact: 'contact' }).find(([of]) => of === procedure)
    const at = site.server.clock.now().toISOString()
    expect(shown.timeline.at(-1)).toMatchObject({ kind: kind?.[1], by: 'staff@mail.example', at, ...event })
  }
  expect((await page(id)).timeline).toHaveLength(1 + steps.length)
})

test('a change conflicts for an older version, writes nothing, and tells who changed what and when since then', async () => {
  await change('setStatus', { version: 1, status: 'in_progress' })
  await change('setOutcome', { version: 2, outcome: 'won' })
  await change('addNote', { text: 'Signed today.' })
  const firstAt = site.server.clock.now().toISOString()
  site.server.clock.advance(1)
  await change('setFollowUp', { version: 3, followUpOn: '2026-02-28' })
  const before = await page(id)
  const answer = await change('setStatus', { version: 2, status: 'completed' })
  const by = { id: expect.any(String), by: 'staff@mail.example' }
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
          work: before.work,
          changes: [
            { ...by, at: firstAt, kind: 'outcome', from: 'open', to: 'won', reason: null },
            { ...by, at, kind: 'follow_up', from: null, to: '2026-02-28' },
          ],
        },
      },
    },
  ])
  expect(await page(id)).toEqual(before)
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
])('a change by %s with %j is refused at its field and changes nothing', async (procedure, input, field) => {
  const answer = await change(procedure, input)
  expect([answer.statusCode, Object.keys(answer.json().error.data.fieldErrors)]).toEqual([400, [field]])
  const { work, timeline } = await page(id)
  expect([work.version, work.assignee, timeline.length]).toEqual([1, null, 1])
})
