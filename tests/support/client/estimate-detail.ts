import type { EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { listedEstimate, noProposal } from '#tests/support/estimates/listed-estimates.ts'
import { dataAnswer, errorAnswer, type FakeApi } from './fake-api.ts'

export const jo = { id: '5f3b6d1e-1111-4111-8111-000000000001', email: 'jo@example.com' }
export const max = { id: '5f3b6d1e-1111-4111-8111-000000000002', email: 'max@example.com' }

const untouched: EstimateWork = {
  version: 1,
  status: 'new',
  outcome: 'open',
  outcomeReason: null,
  assignee: null,
  followUpOn: null,
  firstContactAt: null,
  dueAt: '2025-01-06T17:00:00.000Z',
  ...noProposal,
  quarantine: null,
  erasedAt: null,
  withdrawnAt: null,
  visit: null,
}

const created: TimelineEvent = { id: 'created', at: '2025-01-05T17:00:00.000Z', by: null, kind: 'created' }

/** A request and its work, which a fake API keeps as the server does. */
export type WorkedRequest = {
  work: EstimateWork
  timeline: TimelineEvent[]
  /** Changes a field behind the page's back. */
  changeBy(email: string, fields: Partial<EstimateWork>, event: Record<string, unknown>): void
}

type Fields = Partial<EstimateWork>
type Input = Record<string, unknown>

/** The effect of each procedure on a request, and its event. */
const procedures: Record<string, (input: Input, work: EstimateWork) => { fields: Fields; event: Input }> = {
  setStatus: ({ status }, work) => ({
    fields: { status: String(status) },
    event: { kind: 'status', from: work.status, to: status },
  }),
  setOutcome: ({ outcome, reason }, work) => ({
    fields: { outcome: outcome as EstimateWork['outcome'], outcomeReason: String(reason || '') || null },
    event: { kind: 'outcome', from: work.outcome, to: outcome, reason: reason || null },
  }),
  assign: ({ assigneeId }, work) => ({
    fields: { assignee: [jo, max].find(({ id }) => id === assigneeId) ?? null },
    event: { kind: 'assigned', from: work.assignee?.id ?? null, to: assigneeId },
  }),
  setFollowUp: ({ followUpOn }, work) => ({
    fields: { followUpOn: followUpOn === null ? null : String(followUpOn) },
    event: { kind: 'follow_up', from: work.followUpOn, to: followUpOn },
  }),
  logProposal: ({ channel, sentOn, cents = null }, { proposalSentAt }) => ({
    fields: { proposalSentAt: proposalSentAt ?? `${sentOn}T17:00:00.000Z`, proposalCents: cents as number | null },
    event: { kind: 'proposal', channel, sentOn, cents },
  }),
  moveProposal: ({ dueOn, reason, text }, { proposalDueOn }) => ({
    fields: { proposalDueOn: String(dueOn) },
    event: { kind: 'proposal_moved', from: proposalDueOn, to: dueOn, reason, text: text || null },
  }),
  skipProposal: ({ reason }) => ({ fields: { proposalDueOn: null }, event: { kind: 'proposal_skipped', reason } }),
  resume: () => ({ fields: { withdrawnAt: null }, event: { kind: 'visitor_returned' } }),
  release: () => ({
    fields: { quarantine: null, dueAt: '2025-01-07T20:10:00.000Z' },
    event: { kind: 'released' },
  }),
  confirmSpam: (_input, { quarantine }) => ({
    fields: { quarantine: { reasons: quarantine?.reasons ?? ['staff'], isSpam: true }, dueAt: null },
    event: { kind: 'spam' },
  }),
  addNote: ({ text }) => ({ fields: {}, event: { kind: 'note', text } }),
  logContact: ({ channel, note, keepStatus }, { firstContactAt, status }) => ({
    fields: {
      firstContactAt: firstContactAt ?? '2025-01-05T18:00:00.000Z',
      status: firstContactAt || keepStatus || status !== 'new' ? status : 'in_progress',
    },
    event: { kind: 'contact', channel, note: note || null },
  }),
}

/** Has a fake API know a request, under any id, and save what is changed about it, refusing what is behind. */
export function answerRequest(
  api: FakeApi,
  overrides: Record<string, unknown> = {},
  page: Record<string, unknown> = {},
): WorkedRequest {
  const estimate = listedEstimate(overrides)
  const request: WorkedRequest = {
    work: { ...untouched },
    timeline: [created],
    changeBy(email, fields, event) {
      add(email, event)
      request.work = { ...request.work, ...fields, version: request.work.version + 1 }
    },
  }
  let seen = 1

  function add(by: string, event: Input): void {
    const id = `event-${request.timeline.length}`
    request.timeline = [...request.timeline, { id, at: '2025-01-06T20:10:00.000Z', by, ...event } as TimelineEvent]
  }

  api.answerTo('estimates.get', ({ id }) =>
    dataAnswer({
      estimate: { ...estimate, id, status: request.work.status },
      photos: [],
      work: request.work,
      timeline: request.timeline,
      assignees: [jo, max],
      newer: null,
      older: null,
      firstTouch: { utmMedium: null, utmCampaign: null, referrerHost: null, landingPath: null },
      earlier: { total: 0, items: [] },
      ...page,
    }),
  )
  for (const [name, change] of Object.entries(procedures))
    api.answerTo(`estimates.${name}`, (input) => {
      const { version } = request.work
      if (input.version !== undefined && input.version !== version) {
        const changes = request.timeline.slice(seen)
        return staleAnswer(request.work, changes)
      }
      const { fields, event } = change(input, request.work)
      add('ada@example.com', event)
      seen = request.timeline.length
      const raised = input.version === undefined ? version : version + 1
      request.work = { ...request.work, ...fields, version: raised }
      return dataAnswer({ work: request.work, timeline: request.timeline })
    })
  return request
}

function staleAnswer(work: EstimateWork, changes: readonly TimelineEvent[]) {
  const answer = errorAnswer('CONFLICT', 409)
  if (answer === 'hang up') return answer
  const data = { code: 'CONFLICT', httpStatus: 409, stale: { work, changes } }
  return { ...answer, body: [{ error: { message: 'Changed meanwhile.', code: -32009, data } }] }
}
