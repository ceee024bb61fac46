import { v7 as newId } from 'uuid'
import type { Database, NewEstimate, NewOutboxMessage, StoredSubmission } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import type { EstimateRequest } from '#shared/estimate-request.ts'
import { estimateStatuses } from '#shared/estimate-status.ts'
import { newReference } from './reference.ts'

/** The same values from the same address within this time are the same request, whatever their request keys. */
const repeatWindowMs = 5 * 60 * 1000

/** A checked request with its fingerprints, ready to be written. */
export type Submission = {
  readonly request: EstimateRequest
  readonly requestKey: string
  readonly valuesDigest: string
  readonly senderDigest: string
  readonly receivedAt: Date
}

/** What one submission of a group came to. */
export type SubmissionResult = { readonly reference: string } | { readonly refused: AppError }

/**
 * Writes a group of submissions in one transaction, each with the two messages it causes. One that repeats an earlier
 * one, stored or in the same group, gets the earlier one's answer and writes nothing.
 *
 * @returns one result for each submission, in their order
 * @throws {DatabaseUnavailable} nothing was written
 * @throws on a collision of references (about once in 10^11 / stored requests): nothing was written, try again
 */
export async function storeSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<SubmissionResult[]> {
  const requestKeys = submissions.map((submission) => submission.requestKey)
  const senderDigests = submissions.map((submission) => submission.senderDigest)
  const earliest = Math.min(...submissions.map((submission) => submission.receivedAt.getTime()))

  return await database.transaction(async (_transaction, statements) => {
    await statements.lock([...requestKeys, ...senderDigests])
    const stored = await statements.findSubmissions(requestKeys, senderDigests, new Date(earliest - repeatWindowMs))
    const known = new KnownSubmissions(stored)
    const estimates: NewEstimate[] = []
    const results = submissions.map((submission): SubmissionResult => {
      const earlier = known.earlierThan(submission)
      if (earlier) return earlier
      const estimate = newEstimate(submission)
      estimates.push(estimate)
      known.add(estimate)
      return { reference: estimate.reference }
    })
    if (estimates.length > 0) await statements.insertSubmissions(estimates, estimates.flatMap(messagesFor))
    return results
  })
}

/** Finds the request that a submission repeats. */
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

  earlierThan({ requestKey, valuesDigest, senderDigest, receivedAt }: Submission): SubmissionResult | undefined {
    const sameKey = this.#byKey.get(requestKey)
    if (sameKey?.valuesDigest === valuesDigest) return { reference: sameKey.reference }
    if (sameKey)
      return {
        refused: new AppError('conflict', 'This request was already sent with other details. Please send it anew.'),
      }

    const sameSender = this.#bySender.get(senderDigest)
    const repeats = sameSender && receivedAt.getTime() - sameSender.createdAt.getTime() < repeatWindowMs
    return repeats ? { reference: sameSender.reference } : undefined
  }
}

function newEstimate({ request, requestKey, valuesDigest, senderDigest, receivedAt }: Submission): NewEstimate {
  return {
    id: newId({ msecs: receivedAt.getTime() }),
    reference: newReference(),
    name: request.name,
    email: request.email,
    phone: request.phone ?? null,
    projectType: request.projectType,
    projectDescription: request.projectDescription ?? null,
    location: request.location,
    timeline: request.timeline,
    budgetRange: request.budgetRange,
    squareFootage: request.squareFootage,
    propertyType: request.propertyType ?? null,
    specificRequirements: request.specificRequirements ?? null,
    urgent: request.urgent,
    status: estimateStatuses[0],
    createdAt: receivedAt,
    requestKey,
    valuesDigest,
    senderDigest,
  }
}

function messagesFor(estimate: NewEstimate): NewOutboxMessage[] {
  return (['estimate.staff', 'estimate.visitor'] as const).map((kind) => ({
    id: newId({ msecs: estimate.createdAt.getTime() }),
    kind,
    estimateId: estimate.id,
    createdAt: estimate.createdAt,
  }))
}
