import { addMs, type Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { inTries, saveAll } from '#server/estimates/work/bulk-change.ts'
import { callOffVisits } from '#server/estimates/work/call-off-visits.ts'
import { type PlannedChange, type Seen, saveChange, type WorkDeps } from '#server/estimates/work/change-estimate.ts'
import { type WorkState, wordsLock } from '#server/estimates/work/estimate-work.ts'
import { queueVisitorMails } from '#server/mail/messages/visitor-mails.ts'
import { addAnsweredNudges } from '#server/nudges/answered-nudges.ts'
import { addBusinessDays } from '#shared/business-days.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import { completedStatus } from '#shared/estimates/estimate-status.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import {
  lastProposal,
  maxVisitorDetails,
  type ProposalAnswer,
  withdrawalUndoMs,
} from '#shared/estimates/written-proposals.ts'

/** What somebody with the link to a request may do. The texts are checked. */
export type VisitorChange =
  | { readonly kind: 'details' | 'phone'; readonly text: string }
  | { readonly kind: 'withdraw' | 'return' }
  /** `number` is of the proposal that the page showed. */
  | { readonly kind: ProposalAnswer; readonly number: number; readonly text: string }
  | { readonly kind: 'opened' }

type ShownProposal = {
  readonly number: number
  readonly validUntil: string
  readonly sentAt: Date | null
  readonly withdrawnAt: Date | null
}

type Standing = {
  readonly outcome: string
  readonly status: string
  readonly quarantinedAt: Date | null
  readonly withdrawnAt: Date | null
}

/** What the visitor may do now, as far as the request decides it. */
export function visitorRights(standing: Standing, proposal: ShownProposal | undefined, now: Date) {
  const { outcome, status, quarantinedAt, withdrawnAt } = standing
  // What the staff think of a request in quarantine does not show.
  const waits = quarantinedAt !== null
  const mayAnswer = !waits && !withdrawnAt && outcome === 'open' && proposal !== undefined
  return {
    mayAnswer: mayAnswer && newYorkDay(now) <= proposal.validUntil,
    mayAdd: !withdrawnAt && (waits || outcome !== 'lost'),
    mayWithdraw: !withdrawnAt && (waits || (outcome === 'open' && status !== completedStatus)),
    /** Until then, a withdrawal may be undone. */
    returnUntil: withdrawnAt && addMs(withdrawnAt, withdrawalUndoMs),
  }
}

const columns = {
  id: true,
  version: true,
  outcome: true,
  status: true,
  assigneeId: true,
  quarantinedAt: true,
  withdrawnAt: true,
  dueAt: true,
  firstContactAt: true,
  proposalPromisedOn: true,
  proposalDueOn: true,
  followUpOn: true,
  proposals: {
    select: {
      ...{ id: true, number: true, validUntil: true, sentAt: true, openedAt: true, withdrawnAt: true },
      ...{ answer: true, answerText: true },
    },
  },
} as const

type Plan = PlannedChange & {
  readonly proposal?: {
    readonly id: string
    readonly data: Parameters<Transaction['proposal']['updateMany']>[0]['data']
  }
  readonly mails: Parameters<typeof queueVisitorMails>[1]
}

/**
 * Changes a request as its visitor wants, with an event and an email to those who work on it. What is so already changes
 * nothing.
 *
 * @throws {AppError} `conflict`: the request or its proposal is another by now; `too_many` details
 */
export async function changeByVisitor(
  { database, clock }: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock },
  id: string,
  wanted: VisitorChange,
): Promise<void> {
  const now = clock.now()
  await inTries(() =>
    database.transaction(async (transaction, statements) => {
      await statements.lock([wordsLock(id)])
      const row = await readRow(transaction, id)
      const plan = row && (await planChange(transaction, row, wanted, now))
      if (!row || !plan) return
      const { proposal, mails, ...change } = plan
      await saveAll(transaction, statements, { actor: null, at: now }, [{ row, ...change }])
      await callOffVisits(transaction, [{ id, columns: change.columns }], { actor: null, at: now })
      if (proposal) await transaction.proposal.updateMany({ where: { id: proposal.id }, data: proposal.data })
      // In quarantine, nothing that a visitor does reaches anybody's mailbox.
      if (mails.length === 0 || row.quarantinedAt) return
      await queueVisitorMails(transaction, mails, { estimateId: id, now })
      if (change.change.kind === 'proposal_answered') await addAnsweredNudges(transaction, row, now)
    }),
  )
}

function readRow({ projectEstimate }: Transaction, id: string) {
  return projectEstimate.findFirst({ where: { id, erasedAt: null }, select: columns })
}

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

/** @returns undefined where nothing is left to change */
async function planChange(
  transaction: Transaction,
  row: Row,
  wanted: VisitorChange,
  now: Date,
): Promise<Plan | undefined> {
  const rights = visitorRights(row, lastProposal(row.proposals), now)
  switch (wanted.kind) {
    case 'opened':
      return rights.mayAnswer ? planOpened(row, now) : undefined
    case 'withdraw':
      return planWithdrawal(row, rights.mayWithdraw, now)
    case 'return':
      return row.withdrawnAt ? await planReturn(transaction, row, now) : undefined
    case 'details':
      assertMay(rights.mayAdd)
      return await planDetails(transaction, row.id, wanted.text, now)
    case 'phone':
      assertMay(rights.mayAdd)
      return await planPhone(transaction, row.id, wanted.text)
    default:
      return planAnswer(row, rights.mayAnswer, wanted, now)
  }
}

function assertMay(may: boolean): void {
  if (!may) throw new AppError('conflict', 'This request is closed. Please call us instead.')
}

/** A reader who does not answer within three business days is to be called. */
function planOpened({ proposals, followUpOn }: Row, now: Date): Plan | undefined {
  const proposal = lastProposal(proposals)
  if (!proposal || proposal.openedAt || proposal.answer) return undefined
  return {
    ...withFollowUp(followUpOn, followUpOn ?? addBusinessDays(newYorkDay(now), 3)),
    change: { kind: 'proposal_opened', number: proposal.number },
    proposal: { id: proposal.id, data: { openedAt: now } },
    mails: [],
  }
}

function withFollowUp(from: string | null, to: string): Pick<Plan, 'columns' | 'also'> {
  return from === to ? { columns: {} } : { columns: { followUpOn: to }, also: { kind: 'follow_up', from, to } }
}

function planAnswer(
  { proposals, followUpOn }: Row,
  may: boolean,
  { kind: answer, number, text }: Extract<VisitorChange, { number: number }>,
  now: Date,
): Plan | undefined {
  const proposal = lastProposal(proposals)
  if (proposal?.answer === answer && proposal.answerText === text) return undefined
  if (!may || proposal?.number !== number)
    throw new AppError('conflict', 'This proposal can no longer be answered here. Please look at it again, or call us.')
  return {
    ...withFollowUp(followUpOn, newYorkDay(now)),
    change: { kind: 'proposal_answered', number, answer, text },
    proposal: { id: proposal.id, data: { answer, answerText: text, answeredAt: now, remind: false } },
    mails: ['proposal.answered', 'visitor.changed'],
  }
}

async function planDetails(
  { estimateEvent }: Transaction,
  estimateId: string,
  text: string,
  now: Date,
): Promise<Plan | undefined> {
  const added = await estimateEvent.findMany({
    where: { estimateId, kind: 'visitor_added', at: { gt: addMs(now, -dayMs) } },
    select: { details: true },
  })
  // A second press of the button sends the same again.
  if (added.some(({ details }) => JSON.parse(details).text === text)) return undefined
  if (added.length >= maxVisitorDetails)
    throw new AppError('too_many', 'You have added five details within a day. Please call us with the rest.')
  return { columns: {}, change: { kind: 'visitor_added', text }, mails: ['visitor.changed'] }
}

async function planPhone({ projectEstimate }: Transaction, id: string, phone: string): Promise<Plan | undefined> {
  const { reference, ...present } = await projectEstimate.findUniqueOrThrow({
    where: { id },
    select: {
      ...{ reference: true, name: true, email: true, phone: true, location: true },
      ...{ projectDescription: true, specificRequirements: true },
    },
  })
  if (present.phone === phone) return undefined
  const answers = { ...present, phone }
  return {
    columns: { ...answers, ...estimateKeys({ ...answers, reference }) },
    change: { kind: 'visitor_phone', from: present.phone, to: phone },
    mails: ['visitor.changed'],
  }
}

function planWithdrawal(row: Row, may: boolean, now: Date): Plan | undefined {
  if (row.withdrawnAt) return undefined
  assertMay(may)
  const { dueAt, proposalDueOn } = row
  return {
    columns: { withdrawnAt: now, dueAt: null, proposalDueOn: null },
    change: { kind: 'visitor_withdrew' },
    before: { dueAt, proposalDueOn },
    mails: ['visitor.changed'],
  }
}

/** Clocks that the staff have set meanwhile stay as they are, and in quarantine none runs. */
async function planReturn(transaction: Transaction, row: Row, now: Date): Promise<Plan> {
  const { returnUntil } = visitorRights(row, undefined, now)
  if (!returnUntil || now >= returnUntil)
    throw new AppError('conflict', 'This can be undone for ten minutes only. Please call us to go on.')
  return { ...(await planResumption(transaction, row, now)), mails: ['visitor.changed'] }
}

type Stopped = {
  readonly id: string
  readonly dueAt: Date | null
  readonly firstContactAt: Date | null
  readonly proposalPromisedOn: string | null
  readonly proposalDueOn: string | null
  readonly quarantinedAt: Date | null
  readonly withdrawnAt: Date | null
}

async function planResumption({ estimateEvent }: Transaction, row: Stopped, now: Date): Promise<PlannedChange> {
  const { details } = await estimateEvent.findFirstOrThrow({
    where: { estimateId: row.id, kind: 'visitor_withdrew' },
    orderBy: { id: 'desc' },
  })
  const { before }: { before: { dueAt: string | null; proposalDueOn: string | null } } = JSON.parse(details)
  // Without a day from before, it was withdrawn in quarantine, where no clock runs.
  const started = before.dueAt === null ? responseDueAt(now) : new Date(before.dueAt)
  const dueAt = row.dueAt ?? (row.quarantinedAt ? null : started)
  return {
    columns: {
      ...{ withdrawnAt: null, dueAt },
      proposalDueOn: row.proposalDueOn ?? before.proposalDueOn ?? promisedSinceWithdrawal(row),
    },
    change: { kind: 'visitor_returned' },
  }
}

/** A contact on a withdrawn request promises a day, whose clock waits. */
function promisedSinceWithdrawal({ firstContactAt, withdrawnAt, proposalPromisedOn }: Stopped): string | null {
  return firstContactAt && withdrawnAt && firstContactAt > withdrawnAt ? proposalPromisedOn : null
}

/**
 * Lets the clocks of a withdrawn request run on, since its customer has told the staff so.
 *
 * @throws {AppError} like {@link saveChange}
 */
export function resume(deps: WorkDeps, seen: Seen): Promise<WorkState> {
  return saveChange(deps, seen, async ({ withdrawnAt }, transaction) => {
    if (withdrawnAt === null) return undefined
    const row = await transaction.projectEstimate.findUniqueOrThrow({ where: { id: seen.id }, select: columns })
    return await planResumption(transaction, row, deps.clock.now())
  })
}
