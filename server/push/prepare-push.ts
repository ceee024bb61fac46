import type { Database } from '#server/database/database.ts'
import { type EstimateNudgeKind, getEstimateIds, isNudgeKind, type PushKind } from '#server/mail/messages/nudge.ts'
import { prepareNudge } from '#server/mail/messages/prepare-nudge.ts'
import { safeLine } from '#server/mail/templates/safe-text.ts'
import { budgetRanges, callTimes, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { awaitsContact } from '#shared/estimates/response-clock.ts'
import { isAllowed } from '#shared/permissions.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import type { PushContent } from './send-push.ts'

const titles: Readonly<Record<EstimateNudgeKind | PushKind, string>> = {
  'nudge.new': 'New request',
  'push.new': 'New request',
  'nudge.assigned': 'Assigned to you',
  'nudge.due-soon': 'Due soon',
  'nudge.overdue': 'Overdue',
  'nudge.proposal-next': 'Proposal due',
  'nudge.proposal-today': 'Proposal due today',
  'nudge.proposal-overdue': 'Proposal overdue',
  'push.answered': 'Proposal answered',
}

/** Those that the wakeful phone of somebody on a site should show at once. */
const urgentKinds: readonly string[] = ['nudge.new', 'push.new', 'nudge.due-soon', 'nudge.overdue', 'push.answered']

/** Push services take 4 kB, and phones show less. */
const maxLineLength = 120

type PushedEstimate = {
  readonly id: string
  readonly name: string
  readonly phone: string | null
  readonly bestTime: string | null
  readonly projectType: string
  readonly budgetRange: string
  readonly urgent: boolean
}

type Told = { readonly kind: EstimateNudgeKind | PushKind; readonly estimates: readonly PushedEstimate[] }

/**
 * Reads what a nudge says on a device when it is sent, not when it was queued.
 *
 * @param showNames whether the lock screen may show names
 * @returns undefined if there is nothing to say any more, as with an email
 */
export async function preparePush(
  database: Pick<Database, 'read' | 'queries'>,
  { nudgeId, showNames }: { readonly nudgeId: string; readonly showNames: boolean },
  now: Date,
): Promise<{ content: PushContent; urgency: 'normal' | 'high' } | undefined> {
  const told = await readTold(database, nudgeId, now)
  const [estimate, ...others] = told?.estimates ?? []
  if (!told || !estimate) return undefined
  const urgency = urgentKinds.includes(told.kind) ? 'high' : 'normal'
  const title = titles[told.kind]
  if (others.length > 0) {
    const body = `${others.length + 1} requests`
    return { content: { title, body, tag: nudgeId, path: '/admin/today' }, urgency }
  }
  const { id, name, phone, bestTime, projectType, budgetRange, urgent } = estimate
  const path = `/admin/estimates/${id}`
  const content: PushContent = {
    title: `${urgent ? 'Urgent: ' : ''}${title}`,
    body: [
      ...(showNames ? [safeLine(name, maxLineLength)] : []),
      safeLine(optionLabel(projectTypes, projectType), maxLineLength),
      safeLine(optionLabel(budgetRanges, budgetRange), maxLineLength),
      ...(bestTime ? [`call in the ${optionLabel(callTimes, bestTime).toLowerCase()}`] : []),
    ].join(', '),
    tag: nudgeId,
    path,
    ...(phone !== null && readPhoneNumber(phone).href ? { callPath: `${path}?call` } : {}),
  }
  return { content, urgency }
}

async function readTold(
  database: Pick<Database, 'read' | 'queries'>,
  nudgeId: string,
  now: Date,
): Promise<Told | undefined> {
  const nudge = await database.read.nudge.findUnique({
    where: { id: nudgeId },
    select: {
      ...{ kind: true, subject: true, moreSubjects: true },
      user: { select: { role: true, confirmedAt: true } },
    },
  })
  if (!nudge) return undefined
  if (isNudgeKind(nudge.kind)) {
    const prepared = await prepareNudge(database, nudgeId, now)
    if (!prepared || prepared.kind === 'nudge.digest') return undefined
    return { kind: prepared.kind, estimates: 'estimates' in prepared ? prepared.estimates : [prepared.estimate] }
  }
  const { kind, user } = nudge
  if (user.confirmedAt === null || !isAllowed(user.role, 'workEstimates')) return undefined
  const estimate = await database.read.projectEstimate.findFirst({
    where: { id: { in: getEstimateIds(nudge) }, quarantinedAt: null, erasedAt: null },
    select: {
      ...{ id: true, name: true, phone: true, bestTime: true, projectType: true },
      ...{ budgetRange: true, urgent: true },
      ...{ firstContactAt: true, status: true, outcome: true, dueAt: true },
    },
  })
  if (!estimate) return undefined
  if (kind === 'push.new')
    return awaitsContact(estimate) && estimate.dueAt ? { kind, estimates: [estimate] } : undefined
  return kind === 'push.answered' ? { kind, estimates: [estimate] } : undefined
}
