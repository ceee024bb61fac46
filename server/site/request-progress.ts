import { startOfNewYorkDay } from '#shared/calendar-days.ts'
import { estimatePromise } from '#shared/company.ts'
import { contactPromise } from '#shared/estimates/contact-promise.ts'
import { completedStatus } from '#shared/estimates/estimate-status.ts'
import { getProposal, type ProposalColumns } from '#shared/estimates/proposals.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { formatDayOfWeek } from '#shared/formatting.ts'

export type ProgressColumns = ProposalColumns & {
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly firstContactAt: Date | null
  readonly proposalSentAt: Date | null
  readonly status: string
  readonly quarantinedAt: Date | null
  readonly withdrawnAt: Date | null
  /** Whether the staff took back the only proposal that there was. */
  readonly isProposalWithdrawn: boolean
}

export type RequestProgress = {
  readonly lead: string
  readonly steps: readonly RequestStep[]
  /** Whether a colleague works on it. */
  readonly hasContact: boolean
}

type RequestStep = { readonly title: string; readonly text?: string; readonly done: boolean }

const thanks = 'Thank you for your request.'
const withdrawn = 'You withdrew this request.'
const proposalWithdrawn = 'We withdrew the proposal that we sent you. Please call us with any questions.'

/** The page after the form has the same. */
const [review, talk, proposal] = ['Review Your Project', 'Personal Consultation', 'Detailed Proposal'] as const

/** Says how far a request is, as its visitor may know. One in quarantine waits, but without a promise. */
export function requestProgress(estimate: ProgressColumns, now: Date): RequestProgress {
  const { createdAt, quarantinedAt, outcome, status, withdrawnAt } = estimate
  const isOpen = outcome === 'open' && status !== completedStatus && !withdrawnAt
  const first = { title: review, text: `We received your request on ${formatDayOfWeek(createdAt)}.`, done: true }
  if (quarantinedAt) {
    const others = [talk, proposal].map((title) => ({ title, done: false }))
    return { lead: withdrawnAt ? withdrawn : thanks, steps: [first, ...others], hasContact: false }
  }
  const steps = [
    first,
    step(talk, estimate.firstContactAt, 'We contacted you', isOpen && contactText(estimate, now)),
    estimate.isProposalWithdrawn
      ? { title: proposal, text: proposalWithdrawn, done: false }
      : step(proposal, estimate.proposalSentAt, 'We sent your proposal', isOpen && proposalText(estimate, now)),
  ]
  const lead = outcome === 'won' ? 'Thank you for choosing us.' : isOpen ? thanks : 'This request is closed.'
  return {
    lead: withdrawnAt ? withdrawn : lead,
    steps: steps.flatMap((each) => each ?? []),
    hasContact: isOpen || outcome === 'won',
  }
}

/** @returns undefined where nothing was done and nothing follows */
function step(title: string, at: Date | null, done: string, promise: string | false | undefined) {
  if (at) return { title, text: `${done} on ${formatDayOfWeek(at)}.`, done: true }
  return promise ? { title, text: promise, done: false } : undefined
}

function contactText({ createdAt, dueAt }: ProgressColumns, now: Date): string {
  return `We’ll contact you ${contactPromise(dueAt ?? responseDueAt(createdAt), now)}.`
}

function proposalText(estimate: ProgressColumns, now: Date): string | undefined {
  if (!estimate.firstContactAt) return `Your proposal follows ${estimatePromise()} after we talk.`
  const { kind, dueOn = '' } = getProposal(estimate, now) ?? {}
  if (kind === 'due') return `Your proposal follows by ${formatDayOfWeek(startOfNewYorkDay(dueOn))}.`
  return kind === 'overdue' ? 'We’ll send your proposal as soon as we can.' : undefined
}
