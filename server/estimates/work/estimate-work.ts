import type { ReadClient } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { readReasons } from '#server/estimates/submit/spam-check.ts'
import { readTimeline } from '#server/estimates/timeline/timeline.ts'
import type { EstimateOutcome, EstimateVisit, EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'

export const workSelect = {
  version: true,
  status: true,
  outcome: true,
  outcomeReason: true,
  assignee: { select: { id: true, email: true, name: true } },
  followUpOn: true,
  firstContactAt: true,
  dueAt: true,
  proposalPromisedOn: true,
  proposalDueOn: true,
  proposalSentAt: true,
  proposalCents: true,
  quarantinedAt: true,
  quarantineReasons: true,
  spamAt: true,
  erasedAt: true,
  withdrawnAt: true,
  visits: {
    where: { doneAt: null, calledOffAt: null },
    select: {
      ...{ id: true, startsAt: true, endsAt: true, place: true, sequence: true },
      assignee: { select: { id: true, email: true, name: true } },
    },
  },
} as const

const estimateSelect = { ...workSelect, id: true, createdAt: true, email: true, source: true } as const

type WorkRow = Omit<
  EstimateWork,
  | 'outcome'
  | 'firstContactAt'
  | 'dueAt'
  | 'proposalSentAt'
  | 'proposalCents'
  | 'quarantine'
  | 'erasedAt'
  | 'withdrawnAt'
  | 'visit'
> & {
  readonly outcome: string
  readonly firstContactAt: Date | null
  readonly dueAt: Date | null
  readonly proposalSentAt: Date | null
  readonly proposalCents: bigint | null
  readonly quarantinedAt: Date | null
  readonly quarantineReasons: string | null
  readonly spamAt: Date | null
  readonly erasedAt: Date | null
  readonly withdrawnAt: Date | null
  /** At most one is ahead. */
  readonly visits: readonly (Omit<EstimateVisit, 'startsAt' | 'endsAt'> & {
    readonly startsAt: Date
    readonly endsAt: Date
  })[]
}

export type WorkState = { readonly work: EstimateWork; readonly timeline: TimelineEvent[] }

export function toWork(row: WorkRow): EstimateWork {
  const { version, status, outcome, outcomeReason, assignee, followUpOn, firstContactAt } = row
  const [visit] = row.visits
  return {
    version,
    status,
    // The input schema allows no other value.
    outcome: outcome as EstimateOutcome,
    outcomeReason,
    assignee,
    followUpOn,
    firstContactAt: firstContactAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    proposalPromisedOn: row.proposalPromisedOn,
    proposalDueOn: row.proposalDueOn,
    proposalSentAt: row.proposalSentAt?.toISOString() ?? null,
    proposalCents: row.proposalCents === null ? null : Number(row.proposalCents),
    quarantine: row.quarantinedAt && { reasons: readReasons(row.quarantineReasons), isSpam: row.spamAt !== null },
    erasedAt: row.erasedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    visit: visit ? { ...visit, startsAt: visit.startsAt.toISOString(), endsAt: visit.endsAt.toISOString() } : null,
  }
}

/** @throws {AppError} `not_found` */
export async function readWork(reader: Pick<ReadClient, 'projectEstimate'>, id: string) {
  const row = await reader.projectEstimate.findUnique({ where: { id }, select: estimateSelect })
  if (!row) throw noSuchEstimate()
  const { createdAt, quarantineReasons, email, source } = row
  return { received: { id, createdAt, quarantineReasons, email, source }, work: toWork(row) }
}

/** @throws {AppError} `not_found` */
export async function readWorkState(
  reader: Pick<ReadClient, 'projectEstimate' | 'estimateEvent' | 'estimateExport' | 'outboxMessage'>,
  id: string,
): Promise<WorkState> {
  const { work, received } = await readWork(reader, id)
  return { work, timeline: await readTimeline(reader, received) }
}

/** Thrown for each change of an estimate whose data was erased. */
export function erasedEstimate(): AppError {
  return new AppError('conflict', 'This person’s data was erased. The request can no longer be changed.')
}

/** Words about a visitor may only be written while this lock is held, so that none are written during an erasure. */
export function wordsLock(estimateId: string): string {
  return `words about ${estimateId}`
}

export function noSuchEstimate(): AppError {
  return new AppError('not_found', 'There is no such request.')
}
