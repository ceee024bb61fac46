import { v7 as newId } from 'uuid'
import type { Database, NewEstimate, SentWithEmail, StoredEstimateKeys } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import type { RateLimitKey } from '#server/rate-limits/limits.ts'
import { RateLimitCounters } from '#server/rate-limits/rate-limit-counters.ts'
import { company } from '#shared/company.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import type { QuarantineReason } from '#shared/estimates/quarantine.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { emailKey, phoneDigits } from './contact-keys.ts'
import { newEstimateMessages } from './estimate-messages.ts'
import { newReference } from './reference.ts'
import { emailLimits, screen, storedReasons } from './spam-check.ts'

/** Within this time, the same values from the same IP address are a repeat. */
const repeatWindowMs = 5 * 60 * 1000

export type Submission = {
  readonly request: CheckedEstimate
  readonly requestKey: string
  readonly valuesDigest: string
  readonly senderDigest: string
  readonly counted: readonly RateLimitKey[]
  readonly receivedAt: Date
}

export type EstimateResult = { readonly reference: string } | { readonly refused: AppError }

/**
 * A repeat gets the earlier reference; a submission beyond its sender's limits is refused alone.
 *
 * @returns one result per submission, in order
 * @throws {DatabaseUnavailable}
 * @throws on a reference collision (about once in 10^11 / stored estimates); a retry makes sense
 */
export async function storeNewEstimates(
  database: Database,
  serverKey: Buffer,
  submissions: readonly Submission[],
): Promise<EstimateResult[]> {
  const counters = new RateLimitCounters(
    serverKey,
    submissions.flatMap(({ counted }) => counted),
  )
  const earliest = Math.min(...submissions.map((submission) => submission.receivedAt.getTime()))
  const lookup = {
    requestKeys: submissions.map((submission) => submission.requestKey),
    senderDigests: submissions.map((submission) => submission.senderDigest),
    since: new Date(earliest - repeatWindowMs),
    attemptKeys: counters.keys,
    emailKeys: [...new Set(submissions.map(({ request }) => emailKey(request.email)))],
    emailsUntil: new Date(earliest),
  }

  const { results } = await database.storeEstimates(lookup, (found) => {
    counters.load(found.attempts)
    const emails = new EmailCounts(found.emails)
    const known = new KnownSubmissions(found.submissions)
    const estimates: NewEstimate[] = []
    const results = submissions.map((submission): EstimateResult => {
      const earlier = known.earlierThan(submission)
      if (earlier) return earlier
      const result = counters.consume(submission.counted, submission.receivedAt)
      if (result.refused) return { refused: tooMany(result.retryAfterSeconds) }
      // Comes after the limits, because it reads whole texts.
      const { request, receivedAt } = submission
      const reasons = screen(request, { serverKey, receivedAt })
      if (emails.isBeyond(emailKey(request.email))) reasons.push('many-from-email')
      const estimate = newEstimate(submission, reasons)
      estimates.push(estimate)
      known.add(estimate)
      return { reference: estimate.reference }
    })
    return { estimates, messages: estimates.flatMap(messagesOf), attempts: counters.changed, results }
  })
  return results
}

function tooMany(retryAfterSeconds: number): AppError {
  const message = `Several requests have come from your connection. Please try again later, or call us at ${company.phone.display}.`
  return new AppError('too_many', message, { retryAfterSeconds })
}

class KnownSubmissions {
  readonly #byKey = new Map<string, StoredEstimateKeys>()
  readonly #bySender = new Map<string, StoredEstimateKeys>()

  constructor(stored: readonly StoredEstimateKeys[]) {
    for (const submission of stored) this.add(submission)
  }

  add(submission: StoredEstimateKeys): void {
    this.#byKey.set(submission.requestKey, submission)
    const sameSender = this.#bySender.get(submission.senderDigest)
    if (!sameSender || sameSender.createdAt < submission.createdAt)
      this.#bySender.set(submission.senderDigest, submission)
  }

  earlierThan({ requestKey, valuesDigest, senderDigest, receivedAt }: Submission): EstimateResult | undefined {
    const sameKey = this.#byKey.get(requestKey)
    if (sameKey?.valuesDigest === valuesDigest) return { reference: sameKey.reference }
    if (sameKey)
      return {
        refused: new AppError('conflict', 'This request was already sent with other details. Please send it again.'),
      }

    const sameSender = this.#bySender.get(senderDigest)
    const repeats = sameSender && receivedAt.getTime() - sameSender.createdAt.getTime() < repeatWindowMs
    return repeats ? { reference: sameSender.reference } : undefined
  }
}

/** Omits estimates that other processes are storing now. */
class EmailCounts {
  readonly #counts: Map<string, { inHour: number; inDay: number }>

  constructor(stored: readonly SentWithEmail[]) {
    this.#counts = new Map(stored.map(({ emailKey: key, ...counts }) => [key, counts]))
  }

  /** Also counts this one. */
  isBeyond(key: string): boolean {
    const { inHour, inDay } = this.#counts.get(key) ?? { inHour: 0, inDay: 0 }
    this.#counts.set(key, { inHour: inHour + 1, inDay: inDay + 1 })
    return inHour >= emailLimits.hour || inDay >= emailLimits.day
  }
}

function newEstimate(submission: Submission, reasons: readonly QuarantineReason[]): NewEstimate {
  const { request, requestKey, valuesDigest, senderDigest, receivedAt } = submission
  const isQuarantined = reasons.length > 0
  return {
    id: newId({ msecs: receivedAt.getTime() }),
    reference: newReference(),
    ...storedAnswers(request),
    status: estimateStatuses[0],
    createdAt: receivedAt,
    requestKey,
    valuesDigest,
    senderDigest,
    dueAt: isQuarantined ? null : responseDueAt(receivedAt),
    quarantinedAt: isQuarantined ? receivedAt : null,
    quarantineReasons: storedReasons(reasons),
    emailKey: emailKey(request.email),
    phoneDigits: phoneDigits(request.phone),
  }
}

/** Quarantined estimates cause no email: the address may be another person's. */
function messagesOf({ id, createdAt, quarantinedAt }: NewEstimate) {
  return quarantinedAt ? [] : newEstimateMessages(id, createdAt)
}
