import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { photoFiles, toPhotos } from '#server/estimates/list/list-photos.ts'
import { visitorRights } from '#server/estimates/visitor/visitor-changes.ts'
import {
  proposalLinkDays,
  readRequestToken,
  requestLinkDays,
  requestLinkEnd,
} from '#server/mail/messages/request-link.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import { lastProposal, type ProposalDraft } from '#shared/estimates/written-proposals.ts'
import { requestProgress } from './request-progress.ts'

const proposalColumns = {
  ...{ id: true, number: true, lines: true, note: true, starts: true, duration: true, validUntil: true },
  ...{
    sentAt: true,
    openedAt: true,
    withdrawnAt: true,
    answer: true,
    answerText: true,
    answeredAt: true,
    fileId: true,
  },
} as const

const columns = {
  ...(Object.fromEntries(estimateFieldNames.map((name) => [name, true])) as Record<EstimateField, true>),
  id: true,
  reference: true,
  createdAt: true,
  dueAt: true,
  quarantinedAt: true,
  status: true,
  outcome: true,
  firstContactAt: true,
  proposalPromisedOn: true,
  proposalDueOn: true,
  proposalSentAt: true,
  withdrawnAt: true,
  assignee: { select: { name: true } },
  proposals: { select: proposalColumns },
  files: photoFiles,
  visits: { where: { doneAt: null, calledOffAt: null }, select: { startsAt: true, endsAt: true, place: true } },
  events: { where: { kind: 'visitor_added' }, orderBy: { id: 'asc' }, select: { at: true, details: true } },
} as const

function readRow({ projectEstimate }: Database['read'], where: Prisma.ProjectEstimateWhereInput) {
  return projectEstimate.findFirst({ where: { ...where, erasedAt: null }, select: columns })
}

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

/** Finds what a link opens, in one read whatever the token is, so that the time of a refusal tells nothing. */
export async function findRequest({ read }: Pick<Database, 'read'>, serverKey: Buffer, token: string, now: Date) {
  const since = addDays(newYorkDay(now), -proposalLinkDays)
  const row = await readRow(read, {
    id: readRequestToken(serverKey, token),
    OR: [
      { createdAt: { gt: addMs(now, -requestLinkDays * dayMs) } },
      { proposals: { some: { sentAt: { not: null }, validUntil: { gte: since } } } },
    ],
  })
  return row ? toShown(row, row.quarantinedAt ? undefined : lastProposal(row.proposals), now) : undefined
}

/** Finds a proposal, also a draft, as its page will show it. */
export async function findPreview({ read }: Pick<Database, 'read'>, proposalId: string, now: Date) {
  const row = await readRow(read, { proposals: { some: { id: proposalId } } })
  return row
    ? toShown(
        { ...row, proposalSentAt: row.proposalSentAt ?? now },
        row.proposals.find(({ id }) => id === proposalId),
        now,
      )
    : undefined
}

export type FoundRequest = ReturnType<typeof toShown>

function toShown(row: Row, proposal: Row['proposals'][number] | undefined, now: Date) {
  return {
    id: row.id,
    reference: row.reference,
    answers: row,
    progress: requestProgress(
      {
        ...row,
        proposalSentAt: proposal?.sentAt ?? row.proposalSentAt,
        proposalCents: null,
        isProposalWithdrawn: !proposal && row.proposals.some(({ withdrawnAt }) => withdrawnAt !== null),
      },
      now,
    ),
    assignee: row.assignee?.name ?? null,
    /** Whether the visitor has it, or will have it. */
    isCurrent: proposal?.sentAt === null || proposal === lastProposal(row.proposals),
    proposal: proposal && { ...proposal, lines: JSON.parse(proposal.lines) as ProposalDraft['lines'] },
    added: row.events.flatMap(({ at, details }) => {
      const { text }: { text: string | null } = JSON.parse(details)
      return text === null ? [] : [{ at, text }]
    }),
    photos: toPhotos(row.files),
    /** At most one is ahead. What is over, but was not logged, is not shown. */
    visit: row.quarantinedAt ? undefined : row.visits.find(({ endsAt }) => endsAt > now),
    rights: visitorRights(row, proposal, now),
    endsAt: requestLinkEnd(row.createdAt, row.proposals),
    now,
  }
}
