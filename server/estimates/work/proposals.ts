import { addMs } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import type { Columns } from '#server/estimates/timeline/estimate-events.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import { proposalDueAt, proposalDueOn } from '#shared/estimates/proposal-clock.ts'
import { dueOnProblem, type LogProposal, type MoveProposal, sentOnProblem } from '#shared/estimates/proposals.ts'
import { type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import { type WorkState, wordsLock } from './estimate-work.ts'

/** The columns that depend on the first contact. It begins the days of the proposal. */
export function contactColumns(at: Date): Pick<Columns, 'firstContactAt' | 'proposalPromisedOn' | 'proposalDueOn'> {
  const day = proposalDueOn(at)
  return { firstContactAt: at, proposalPromisedOn: day, proposalDueOn: day }
}

/**
 * Notes that a proposal got to the customer. The first one stops the clock; another one only has another amount. It can be
 * undone like a {@link bulkChange}.
 *
 * @throws {AppError} like {@link saveChange}; `invalid`, at the field `sentOn`; `conflict` before the first contact
 */
export function logProposal(deps: WorkDeps, { channel, sentOn, cents, ...seen }: LogProposal): Promise<WorkState> {
  const now = deps.clock.now()
  const problem = sentOnProblem(sentOn, now)
  if (problem) throw new AppError('invalid', problem, { fieldErrors: { sentOn: [problem] } })
  return saveChange(deps, seen, (work) => {
    if (work.firstContactAt === null)
      throw new AppError('conflict', 'Nobody has contacted this customer yet. Log the contact first.')
    const { proposalCents } = work
    const proposalSentAt = work.proposalSentAt === null ? null : new Date(work.proposalSentAt)
    return {
      columns: { proposalSentAt: proposalSentAt ?? toSentAt(sentOn, now), proposalCents: cents ?? null },
      change: { kind: 'proposal', channel, sentOn, cents: cents ?? null },
      before: { proposalSentAt, proposalCents },
    }
  })
}

/** Of an earlier day, the end of its business: nobody asks the staff for the hour. */
function toSentAt(sentOn: string, now: Date): Date {
  return sentOn === newYorkDay(now) ? now : addMs(proposalDueAt(sentOn), -1)
}

/**
 * Agrees on another day for the proposal, also after it was said that none is needed. The promised day stays.
 *
 * @throws {AppError} like {@link saveChange}; `invalid`, at the field `dueOn`; `conflict` if no proposal is to be sent
 */
export function moveProposal(deps: WorkDeps, { dueOn: to, reason, text, ...seen }: MoveProposal): Promise<WorkState> {
  const problem = dueOnProblem(to, deps.clock.now())
  if (problem) throw new AppError('invalid', problem, { fieldErrors: { dueOn: [problem] } })
  const plan = (work: EstimateWork) => {
    assertAwaitsProposal(work)
    const { proposalDueOn: from } = work
    const change = { kind: 'proposal_moved', from, to, reason, text: text ?? null } as const
    return from === to ? undefined : { columns: { proposalDueOn: to }, change }
  }
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

/**
 * Says that this customer needs no proposal.
 *
 * @throws {AppError} like {@link saveChange}; `conflict` if none is to be sent
 */
export function skipProposal(
  deps: WorkDeps,
  { reason, ...seen }: Seen & { readonly reason: string },
): Promise<WorkState> {
  const plan = (work: EstimateWork) => {
    assertAwaitsProposal(work)
    if (work.proposalDueOn === null) return undefined
    return { columns: { proposalDueOn: null }, change: { kind: 'proposal_skipped', reason } as const }
  }
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

/** @throws {AppError} `conflict` */
function assertAwaitsProposal({ proposalPromisedOn, proposalSentAt, outcome, withdrawnAt }: EstimateWork): void {
  if (withdrawnAt !== null) throw new AppError('conflict', 'The customer has withdrawn this request.')
  if (proposalSentAt !== null) throw new AppError('conflict', 'The proposal was already sent.')
  if (proposalPromisedOn === null || outcome !== 'open')
    throw new AppError('conflict', 'No proposal is due for this request.')
}
