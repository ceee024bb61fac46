import type { Database, ReadClient } from '#server/database/database.ts'
import type { Digest } from '#server/database/queries/digest-query.ts'
import { addDays, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { previousDigestTime } from '#shared/digest-time.ts'
import { awaitsContact } from '#shared/estimates/response-clock.ts'
import { isAllowed } from '#shared/permissions.ts'
import { type EstimateNudgeKind, getEstimateIds, isNudgeKind } from './nudge.ts'
import { switchByKind, switchSelect, toSwitches } from './nudge-switches.ts'

const estimateSelect = {
  id: true,
  reference: true,
  name: true,
  phone: true,
  bestTime: true,
  projectType: true,
  location: true,
  budgetRange: true,
  urgent: true,
  dueAt: true,
  firstContactAt: true,
  status: true,
  outcome: true,
  assigneeId: true,
  proposalDueOn: true,
  proposalSentAt: true,
} as const

/** The facts of an estimate in an email to a staff member: fewer than in the office's. */
export type NudgedEstimate = {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly phone: string | null
  readonly bestTime: string | null
  readonly projectType: string
  readonly location: string
  readonly budgetRange: string
  readonly urgent: boolean
  readonly dueAt: Date
  readonly firstContactAt: Date | null
  readonly status: string
  readonly outcome: string
  readonly assigneeId: string | null
  /** It is a day in New York. */
  readonly proposalDueOn: string | null
  readonly proposalSentAt: Date | null
}

type AssignedTogether = {
  readonly kind: 'nudge.assigned'
  readonly assignedBy: readonly string[]
  /** There are at least two: first those that await a contact, with the soonest due first. */
  readonly estimates: readonly NudgedEstimate[]
  /** The time when they were read. */
  readonly at: Date
}

export type PreparedNudge = {
  /** The nudge goes to this account. */
  readonly user: { readonly id: string; readonly email: string }
} & (
  | {
      readonly kind: EstimateNudgeKind
      readonly estimate: NudgedEstimate
      /** The names of the colleagues who assigned it. */
      readonly assignedBy: readonly string[]
    }
  | AssignedTogether
  | { readonly kind: 'nudge.digest'; readonly day: string; readonly digest: Digest }
)

/** A section lists at most so many, and links to the rest. */
const maxDigestItems = 8

/**
 * Reads what a nudge says when it is sent, not when it was queued.
 *
 * @param id of the outbox message
 * @returns undefined if there is nothing to say any more: the person has left the staff or switched it off, the visitor was
 *   contacted, the estimate was closed, quarantined or erased, the digest is empty
 */
export async function prepareNudge(
  { read, queries }: Pick<Database, 'read' | 'queries'>,
  id: string,
  now: Date,
): Promise<PreparedNudge | undefined> {
  const nudge = await read.nudge.findUnique({
    where: { id },
    select: {
      kind: true,
      subject: true,
      moreSubjects: true,
      user: { select: { id: true, email: true, role: true, confirmedAt: true, ...switchSelect } },
    },
  })
  if (!nudge || !isNudgeKind(nudge.kind)) return undefined
  const { kind, subject, user: account } = nudge
  const isStaff = account.confirmedAt !== null && isAllowed(account.role, 'workEstimates')
  if (!isStaff || !toSwitches(account)[switchByKind[kind]]) return undefined
  const user = { id: account.id, email: account.email }
  if (kind === 'nudge.digest') {
    const digest = await readDigest(queries, { userId: user.id, day: subject, now })
    return digest && { kind, user, day: subject, digest }
  }
  const stored = await read.projectEstimate.findMany({
    where: { id: { in: getEstimateIds(nudge) }, quarantinedAt: null, erasedAt: null },
    select: estimateSelect,
  })
  const estimates = stored
    .flatMap(({ dueAt, ...estimate }) => (dueAt ? [{ ...estimate, dueAt }] : []))
    .filter((estimate) => isStillTrue(nudge, estimate, user.id, now))
    .toSorted(byUrgency)
  const [estimate, another] = estimates
  if (!estimate) return undefined
  if (kind !== 'nudge.assigned') return { kind, user, estimate, assignedBy: [] }
  const assignedBy = await readAssigners(read, estimates, user.id)
  return another ? { kind, user, estimates, assignedBy, at: now } : { kind, user, estimate, assignedBy }
}

/** @returns the names, or the addresses, of the time of the last assignment of each estimate to a person; each once */
async function readAssigners(
  { estimateEvent }: Pick<ReadClient, 'estimateEvent'>,
  estimates: readonly NudgedEstimate[],
  userId: string,
): Promise<string[]> {
  const events = await estimateEvent.findMany({
    where: { estimateId: { in: estimates.map(({ id }) => id) }, kind: 'assigned' },
    orderBy: { id: 'asc' },
    select: { estimateId: true, actorEmail: true, actorName: true, details: true },
  })
  const last = new Map(
    events
      .filter(({ details }) => JSON.parse(details).toId === userId)
      .map(({ estimateId, actorEmail, actorName }) => [estimateId, actorName ?? actorEmail]),
  )
  return [...new Set(estimates.flatMap(({ id }) => last.get(id) ?? []))]
}

/** Only an email about assignments may have several estimates. */
function byUrgency(one: NudgedEstimate, other: NudgedEstimate): number {
  return Number(awaitsContact(other)) - Number(awaitsContact(one)) || one.dueAt.getTime() - other.dueAt.getTime()
}

function isStillTrue(
  { kind, subject }: { readonly kind: string; readonly subject: string },
  estimate: NudgedEstimate,
  userId: string,
  now: Date,
): boolean {
  switch (kind) {
    case 'nudge.assigned':
      return estimate.assigneeId === userId
    case 'nudge.new':
    case 'nudge.overdue':
      return awaitsContact(estimate)
    case 'nudge.due-soon':
      // Later, the other reminder says it.
      return awaitsContact(estimate) && estimate.dueAt > now
    default: {
      const { id, proposalDueOn, proposalSentAt, outcome } = estimate
      return subject === `${id}:${proposalDueOn}` && proposalSentAt === null && outcome === 'open'
    }
  }
}

async function readDigest(
  { digest: query }: Pick<Database['queries'], 'digest'>,
  { userId, day, now }: { readonly userId: string; readonly day: string; readonly now: Date },
): Promise<Digest | undefined> {
  // The email service did not work all day.
  if (newYorkDay(now) !== day) return undefined
  const digest = await query({
    userId,
    now,
    day,
    dayEnd: startOfNewYorkDay(addDays(day, 1)),
    previousAt: previousDigestTime(day),
    limit: maxDigestItems,
  })
  return Object.values(digest).some(({ total }) => total > 0) ? digest : undefined
}
