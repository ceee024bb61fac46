import { v7 as newId } from 'uuid'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { limits, type RateLimitKey } from '#server/accounts/limits/limits.ts'
import { RateLimitCounters } from '#server/accounts/limits/rate-limit-counters.ts'
import type { Database, NewEstimate, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { company } from '#shared/company.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import type { QuarantineReason } from '#shared/estimates/quarantine.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { claimPhotos } from './claim-photos.ts'
import { newEstimateMessages } from './estimate-messages.ts'
import { readFirstTouch } from './first-touch.ts'
import type { IntakeRoom } from './intake-room.ts'
import { newReference } from './reference.ts'
import { screen, storedReasons } from './spam-check.ts'

/** Within this time, the same values from the same IP address are a repeat. */
const repeatWindowMs = 5 * 60 * 1000

export type Submission = {
  readonly estimate: CheckedEstimate
  readonly requestKey: string
  readonly valuesDigest: string
  readonly senderDigest: string
  /** Submissions beyond these limits are refused. */
  readonly counted: readonly RateLimitKey[]
  /** Submissions beyond these limits are quarantined. */
  readonly networks: readonly RateLimitKey[]
  readonly receivedAt: Date
}

type StoredSubmission = {
  readonly id: string
  readonly reference: string
  readonly requestKey: string
  readonly valuesDigest: string
  readonly senderDigest: string
  readonly createdAt: Date
  readonly formVerified: boolean
  /** Whether an email to the visitor was queued. */
  readonly acknowledged: boolean
}

export type EstimateResult =
  | Pick<StoredSubmission, 'id' | 'reference' | 'formVerified' | 'acknowledged'>
  | { readonly refused: AppError }

/**
 * Stores a group of submissions in one transaction. A repeat gets the earlier reference. A submission beyond its sender's
 * limits is refused alone, as is one for a quarantine that is full. Beyond the limits of emails to visitors, only that
 * email is not queued: strangers may use them up.
 *
 * @returns one result per submission, in order
 * @throws {DatabaseUnavailable}
 * @throws on a reference collision (about once in 10^11 / stored estimates); a retry makes sense
 */
export async function storeNewEstimates(
  database: Pick<Database, 'transaction' | 'queries'>,
  serverKey: Buffer,
  submissions: readonly Submission[],
  room: IntakeRoom,
): Promise<EstimateResult[]> {
  const asked = submissions.map((submission) => ({ ...submission, mailbox: mailboxLimits(submission.estimate.email) }))
  const counters = new RateLimitCounters(
    serverKey,
    asked.flatMap(({ counted, networks, mailbox }) => [...counted, ...networks, ...mailbox]),
  )
  const earliest = Math.min(...submissions.map((submission) => submission.receivedAt.getTime()))
  await room.recount(database, new Date(earliest))

  return await database.transaction(async (transaction, statements) => {
    // Of two equal concurrent submissions, one waits here.
    await statements.lock([...submissions.flatMap(identity), ...counters.keys])
    const known = new KnownSubmissions(
      await findSubmissions(transaction, submissions, new Date(earliest - repeatWindowMs)),
    )
    counters.load(await statements.readAttempts(counters.keys))

    const rows: NewEstimate[] = []
    const messages: Prisma.OutboxMessageCreateManyInput[] = []
    const results = asked.map((submission): EstimateResult => {
      const earlier = known.earlierThan(submission)
      if (earlier) return earlier
      const result = counters.consume(submission.counted, submission.receivedAt)
      if (result.refused) return { refused: tooMany(result.retryAfterSeconds) }
      // Comes after the limits, because it reads whole texts.
      const { estimate, receivedAt, networks, mailbox } = submission
      const { reasons, formVerified } = screen(estimate, { serverKey, receivedAt })
      const isBeyond = networks.map((key) => counters.count(key, receivedAt) > limits[key.limit].attempts)
      if (isBeyond.includes(true)) reasons.push('many-from-network')
      if (reasons.length > 0 && !room.takePlace()) return { refused: quarantineFull() }
      const row = newEstimate(submission, { reasons, formVerified })
      const acknowledged =
        reasons.length === 0 && !counters.consume(mailbox, receivedAt).refused && room.takeAcknowledgement()
      rows.push(row)
      messages.push(...toMessages(row, acknowledged))
      known.add({ ...row, acknowledged })
      return toResult({ ...row, acknowledged })
    })

    if (rows.length > 0) await transaction.projectEstimate.createMany({ data: rows })
    if (messages.length > 0) await transaction.outboxMessage.createMany({ data: messages })
    await statements.writeAttempts(counters.changed)
    for (const [index, { requestKey, estimate }] of submissions.entries()) {
      const result = results[index]
      if (estimate.photos?.length && result && 'id' in result)
        await claimPhotos(transaction, requestKey, result.id, estimate.photos)
    }
    return results
  })
}

const identity = ({ requestKey, senderDigest }: Submission) => [requestKey, senderDigest]

/** Finds those with the same request keys, and the recent ones of the same senders. */
async function findSubmissions(
  { projectEstimate }: Transaction,
  submissions: readonly Submission[],
  since: Date,
): Promise<StoredSubmission[]> {
  const stored = await projectEstimate.findMany({
    where: {
      OR: [
        { requestKey: { in: submissions.map(({ requestKey }) => requestKey) } },
        { senderDigest: { in: submissions.map(({ senderDigest }) => senderDigest) }, createdAt: { gte: since } },
      ],
    },
    select: {
      id: true,
      reference: true,
      requestKey: true,
      valuesDigest: true,
      senderDigest: true,
      createdAt: true,
      formVerified: true,
      messages: { where: { kind: 'estimate.visitor' }, select: { id: true }, take: 1 },
    },
  })
  return stored.map(({ messages, ...submission }) => ({ ...submission, acknowledged: messages.length > 0 }))
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = `Several requests have come from your connection. Please try again later, or call us at ${company.phone.display}.`
  return new AppError('too_many', message, { retryAfterSeconds })
}

/** Nothing is dropped in silence: the page shows this. */
function quarantineFull(): AppError {
  const message = `We can’t take this request online right now. Please call us at ${company.phone.display}.`
  return new AppError('too_many', message, { retryAfterSeconds: 3600 })
}

function mailboxLimits(email: string): RateLimitKey[] {
  const subject = mailboxKey(email)
  return [
    { limit: 'acknowledgement-hour', subject },
    { limit: 'acknowledgement-day', subject },
  ]
}

class KnownSubmissions {
  readonly #byKey = new Map<string, StoredSubmission>()
  readonly #bySender = new Map<string, StoredSubmission>()

  constructor(stored: readonly StoredSubmission[]) {
    for (const submission of stored) this.add(submission)
  }

  add(submission: StoredSubmission): void {
    this.#byKey.set(submission.requestKey, submission)
    const sameSender = this.#bySender.get(submission.senderDigest)
    if (!sameSender || sameSender.createdAt < submission.createdAt)
      this.#bySender.set(submission.senderDigest, submission)
  }

  earlierThan({ requestKey, valuesDigest, senderDigest, receivedAt }: Submission): EstimateResult | undefined {
    const sameKey = this.#byKey.get(requestKey)
    if (sameKey?.valuesDigest === valuesDigest) return toResult(sameKey)
    if (sameKey)
      return {
        refused: new AppError('conflict', 'This request was already sent with other details. Please send it again.'),
      }

    const sameSender = this.#bySender.get(senderDigest)
    const repeats = sameSender && receivedAt.getTime() - sameSender.createdAt.getTime() < repeatWindowMs
    return repeats ? toResult(sameSender) : undefined
  }
}

function toResult({ id, reference, formVerified, acknowledged }: StoredSubmission): EstimateResult {
  return { id, reference, formVerified, acknowledged }
}

type Screened = { readonly reasons: readonly QuarantineReason[]; readonly formVerified: boolean }

function newEstimate(submission: Submission, { reasons, formVerified }: Screened): NewEstimate {
  const { estimate, requestKey, valuesDigest, senderDigest, receivedAt } = submission
  const isQuarantined = reasons.length > 0
  const reference = newReference()
  const stored = storedAnswers(estimate)
  return {
    id: newId({ msecs: receivedAt.getTime() }),
    reference,
    ...stored,
    ...estimateKeys({ ...stored, reference }),
    status: estimateStatuses[0],
    createdAt: receivedAt,
    requestKey,
    valuesDigest,
    senderDigest,
    dueAt: isQuarantined ? null : responseDueAt(receivedAt),
    quarantinedAt: isQuarantined ? receivedAt : null,
    quarantineReasons: storedReasons(reasons),
    formVerified,
    ...readFirstTouch(estimate.firstTouch),
  }
}

/** Quarantined estimates cause no email: the address may be another person's. */
function toMessages({ id, createdAt, quarantinedAt }: NewEstimate, acknowledged: boolean) {
  return quarantinedAt ? [] : newEstimateMessages(id, createdAt, acknowledged ? undefined : ['estimate.staff'])
}
