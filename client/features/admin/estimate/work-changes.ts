import { TRPCClientError } from '@trpc/client'
import type { api, WorkState } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import type { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import {
  type Assignee,
  type ContactChannel,
  type EstimateOutcome,
  type EstimateVisit,
  type EstimateWork,
  type TimelineEvent,
  withdrawnContacts,
} from '#shared/estimates/estimate-work.ts'
import { proposalDueAt } from '#shared/estimates/proposal-clock.ts'
import type { LogProposal, MoveProposal } from '#shared/estimates/proposals.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { formatVisit, readVisitTimes, type SaveVisit } from '#shared/estimates/visits.ts'
import { formatCents } from '#shared/formatting.ts'
import {
  capitalized,
  capitalizedStatus,
  channelLabels,
  dayLabel,
  outcomeLabels,
  proposalChannelLabels,
} from '../ui/work-labels.ts'

type Unseen<Input> = Omit<Input, 'id' | 'version'>
export type ProposalChange = { readonly kind: 'proposal' } & Unseen<LogProposal>

/** The server refuses it if the estimate has changed since the version seen. */
export type FieldChange =
  | { readonly kind: 'status'; readonly status: (typeof estimateStatuses)[number] }
  | { readonly kind: 'outcome'; readonly outcome: EstimateOutcome; readonly reason: string }
  | { readonly kind: 'assignee'; readonly assignee: Assignee | null }
  | { readonly kind: 'followUp'; readonly day: string | null }
  | { readonly kind: 'release' }
  | { readonly kind: 'spam' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'withdrawn'; readonly contactId: string }
  | ProposalChange
  | ({ readonly kind: 'proposalMove' } & Unseen<MoveProposal>)
  | { readonly kind: 'proposalSkip'; readonly reason: string }
  | ({ readonly kind: 'visit'; readonly assignee: Assignee | null } & Unseen<SaveVisit>)
  /** `sequence` is of the visit that the page showed. */
  | { readonly kind: 'visitOff' | 'visitDone'; readonly sequence: number }
  /** Goes with the version that the log has made. */
  | { readonly kind: 'proposalUndo' }

/** Entries cannot conflict. */
export type Entry =
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'contact'
      readonly channel: ContactChannel
      readonly note: string
      /** Leaves a new estimate new. */
      readonly keepStatus?: boolean | undefined
    }

/** The key stays the same for every try. */
type EntryChange = Entry & { readonly entryKey: string }

export type WorkChange = FieldChange | EntryChange

/** `conflict`: another change was saved first. The message is for the user. */
export type SaveOutcome =
  | { readonly outcome: 'saved'; readonly message?: never }
  | { readonly outcome: 'conflict' | 'failed'; readonly message: string }

/** @param seen the version to send; defaults to the one on the page at the time */
export type Save = (change: WorkChange, seen?: number) => Promise<SaveOutcome>

export function isFieldChange(change: WorkChange): change is FieldChange {
  return change.kind !== 'note' && change.kind !== 'contact'
}

export function withChange(work: EstimateWork, change: WorkChange): EstimateWork {
  switch (change.kind) {
    case 'status':
      return { ...work, status: change.status }
    case 'outcome':
      return { ...work, outcome: change.outcome, outcomeReason: change.reason.trim() || null }
    case 'assignee':
      return { ...work, assignee: change.assignee }
    case 'followUp':
      return { ...work, followUpOn: change.day }
    case 'release':
      return {
        ...{ ...work, quarantine: null },
        dueAt: work.withdrawnAt ? null : responseDueAt(new Date(Date.now())).toISOString(),
      }
    case 'spam':
      return { ...work, quarantine: { reasons: work.quarantine?.reasons ?? ['staff'], isSpam: true }, dueAt: null }
    case 'resume':
      return { ...work, withdrawnAt: null }
    case 'contact':
      return {
        ...work,
        status: beginsWork(work) && !change.keepStatus ? 'in_progress' : work.status,
        firstContactAt: work.firstContactAt ?? new Date(Date.now()).toISOString(),
      }
    case 'proposal':
      return { ...work, proposalSentAt: work.proposalSentAt ?? sentAt(change), proposalCents: change.cents ?? null }
    case 'proposalMove':
      return { ...work, proposalDueOn: change.dueOn }
    case 'proposalSkip':
      return { ...work, proposalDueOn: null }
    case 'visit':
      return { ...work, visit: shownVisit(work.visit, change) }
    case 'visitOff':
      return { ...work, visit: null }
    case 'visitDone':
      return {
        ...work,
        visit: null,
        status: beginsWork(work) ? 'in_progress' : work.status,
        firstContactAt: work.firstContactAt ?? new Date(Date.now()).toISOString(),
      }
    case 'proposalUndo':
    case 'withdrawn':
    case 'note':
      return work
  }
}

type VisitChange = Extract<WorkChange, { readonly kind: 'visit' }>

/**
 * Points a change that was refused at the visit that the page shows by now.
 *
 * @returns undefined if it would end a visit, and there is none any more
 */
export function toShownVisit(change: FieldChange, visit: EstimateVisit | null): FieldChange | undefined {
  if (change.kind === 'visit') return { ...change, sequence: visit?.sequence ?? null }
  if (change.kind !== 'visitOff' && change.kind !== 'visitDone') return change
  return visit ? { ...change, sequence: visit.sequence } : undefined
}

/** The dialog has refused times that do not exist. */
function shownVisit(present: EstimateVisit | null, change: VisitChange): EstimateVisit | null {
  const times = readVisitTimes(change, new Date(Date.now()))
  if ('problem' in times) return present
  return {
    id: present?.id ?? '',
    startsAt: times.startsAt.toISOString(),
    endsAt: times.endsAt.toISOString(),
    place: change.place,
    assignee: change.assignee,
    sequence: present ? present.sequence + 1 : 0,
  }
}

/** A proposal of an earlier day counts from the closing time, as on the server. */
function sentAt({ sentOn }: ProposalChange): string {
  const now = new Date(Date.now())
  return (sentOn === newYorkDay(now) ? now : proposalDueAt(sentOn)).toISOString()
}

/** Whether the next contact is the first one of a new estimate, which it moves to in progress. */
export function beginsWork({ status, firstContactAt }: Pick<EstimateWork, 'status' | 'firstContactAt'>): boolean {
  return firstContactAt === null && (status || 'new') === 'new'
}

export function alreadyHolds(work: EstimateWork, change: FieldChange): boolean {
  switch (change.kind) {
    case 'status':
      return work.status === change.status
    case 'outcome':
      return work.outcome === change.outcome && (work.outcomeReason ?? '') === change.reason.trim()
    case 'assignee':
      return work.assignee?.id === change.assignee?.id
    case 'followUp':
      return work.followUpOn === change.day
    case 'release':
      return work.quarantine === null
    case 'spam':
      return work.quarantine?.isSpam === true
    case 'resume':
      return work.withdrawnAt === null
    case 'proposal':
      return (
        work.proposalSentAt !== null &&
        newYorkDay(new Date(work.proposalSentAt)) === change.sentOn &&
        work.proposalCents === (change.cents ?? null)
      )
    case 'proposalMove':
      return work.proposalDueOn === change.dueOn
    case 'proposalSkip':
      return work.proposalPromisedOn !== null && work.proposalDueOn === null
    case 'visit': {
      const wanted = shownVisit(work.visit, change)
      const isSame = (key: 'startsAt' | 'endsAt' | 'place') => work.visit?.[key] === wanted?.[key]
      return (
        work.visit !== null &&
        isSame('startsAt') &&
        isSame('endsAt') &&
        isSame('place') &&
        work.visit.assignee?.id === change.assigneeId
      )
    }
    case 'visitOff':
    case 'visitDone':
    case 'withdrawn':
    case 'proposalUndo':
      // The server does nothing a second time.
      return false
  }
}

export function describeChange(change: WorkChange): { label: string; value: string } {
  switch (change.kind) {
    case 'status':
      return { label: 'Status', value: capitalizedStatus(change.status) }
    case 'outcome': {
      const reason = change.reason.trim()
      return { label: 'Outcome', value: capitalized(outcomeLabels[change.outcome]) + (reason ? `: ${reason}` : '') }
    }
    case 'assignee':
      return { label: 'Assigned to', value: change.assignee ? displayName(change.assignee) : 'Unassigned' }
    case 'followUp':
      return { label: 'Follow-up', value: change.day ? dayLabel(change.day) : 'None' }
    case 'release':
      return { label: 'Possible spam', value: 'Not spam' }
    case 'spam':
      return { label: 'Possible spam', value: 'It’s spam' }
    case 'resume':
      return { label: 'Withdrawn by the customer', value: 'Not withdrawn' }
    case 'withdrawn':
      return { label: 'Withdrawal', value: 'Contact' }
    case 'proposal': {
      const amount = change.cents === undefined ? '' : `, ${formatCents(change.cents)}`
      return {
        label: 'Proposal',
        value: `${proposalChannelLabels[change.channel]}, ${dayLabel(change.sentOn)}${amount}`,
      }
    }
    case 'proposalMove':
      return { label: 'Proposal due', value: dayLabel(change.dueOn) }
    case 'proposalSkip':
      return { label: 'No proposal needed', value: change.reason }
    case 'visit': {
      const times = readVisitTimes(change, new Date(Date.now()))
      return { label: 'Visit', value: 'problem' in times ? '' : formatVisit(times) }
    }
    case 'visitOff':
      return { label: 'Visit', value: 'Called off' }
    case 'visitDone':
      return { label: 'Visit', value: 'Done' }
    case 'proposalUndo':
      return { label: 'Undo', value: 'Proposal logged' }
    case 'note':
      return { label: 'Note', value: change.text }
    case 'contact':
      return { label: channelLabels[change.channel], value: change.note }
  }
}

/** For instance “Status, Outcome not saved”. */
export function notSaved(changes: readonly WorkChange[]): string {
  return `${[...new Set(changes.map((change) => describeChange(change).label))].join(', ')} not saved`
}

type ApiClient = ReturnType<typeof api.useUtils>['client']

export function sendChange(client: ApiClient, id: string, version: number, change: WorkChange): Promise<WorkState> {
  const { estimates, visits } = client
  switch (change.kind) {
    case 'status':
      return estimates.setStatus.mutate({ id, version, status: change.status })
    case 'outcome':
      return estimates.setOutcome.mutate({ id, version, outcome: change.outcome, reason: change.reason })
    case 'assignee':
      return estimates.assign.mutate({ id, version, assigneeId: change.assignee?.id ?? null })
    case 'followUp':
      return estimates.setFollowUp.mutate({ id, version, followUpOn: change.day })
    case 'release':
      return estimates.release.mutate({ id, version })
    case 'spam':
      return estimates.confirmSpam.mutate({ id, version })
    case 'resume':
      return estimates.resume.mutate({ id, version })
    case 'withdrawn':
      return estimates.withdrawContact.mutate({ id, version, contactId: change.contactId })
    case 'proposal': {
      const { kind: _kind, ...input } = change
      return estimates.logProposal.mutate({ id, version, ...input })
    }
    case 'proposalMove': {
      const { kind: _kind, ...input } = change
      return estimates.moveProposal.mutate({ id, version, ...input })
    }
    case 'proposalSkip':
      return estimates.skipProposal.mutate({ id, version, reason: change.reason })
    case 'visit': {
      const { kind: _kind, assignee: _assignee, ...input } = change
      return visits.save.mutate({ id, version, ...input })
    }
    case 'visitOff':
      return visits.callOff.mutate({ id, version, sequence: change.sequence })
    case 'visitDone':
      return visits.complete.mutate({ id, version, sequence: change.sequence })
    case 'proposalUndo':
      return undoProposal(client, id, version)
    case 'note':
      return estimates.addNote.mutate({ id, entryKey: change.entryKey, text: change.text })
    case 'contact': {
      const { kind: _kind, ...contact } = change
      return estimates.logContact.mutate({ id, ...contact })
    }
  }
}

async function undoProposal({ estimates }: ApiClient, id: string, version: number): Promise<WorkState> {
  const { refused } = await estimates.undoBulkChange.mutate({ estimates: [{ id, version }] })
  const [refusal] = refused
  if (!refusal) return await estimates.get.query({ id })
  const { reason, by } = refusal
  const message = reason === 'late' ? 'The time to undo is over.' : `${by ?? 'A colleague'} changed it in the meantime.`
  // A change of many only reports what is a conflict elsewhere.
  throw TRPCClientError.from({ error: { message, code: -32_009, data: { code: 'CONFLICT', httpStatus: 409 } } })
}

/** The contact that a person has logged last and not withdrawn. */
export function lastContactBy(userId: string, timeline: readonly TimelineEvent[]): string | undefined {
  const withdrawn = withdrawnContacts(timeline)
  return timeline.findLast(({ id, kind, byId }) => kind === 'contact' && byId === userId && !withdrawn.has(id))?.id
}
