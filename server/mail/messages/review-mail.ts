import { keyedDigest } from '#server/accounts/secrets/secrets.ts'
import type { ReadClient } from '#server/database/database.ts'
import { company } from '#shared/company.ts'
import { requestPage } from '#shared/pages.ts'

export const reviewMailKind = 'review.request'

/** The links of the email: where the review is written, and the path that ends these emails. */
export type PreparedReview = { readonly link: string; readonly optOutPath: string }

/** The id of a person's row. It does not tell the address, and nobody else can compute it. */
export function reviewRequestId(serverKey: Buffer, emailKey: string): string {
  return keyedDigest(serverKey, 'review-request', emailKey)
}

export function reviewOptOutPath(id: string): string {
  return `${requestPage.path}/reviews/${id}`
}

/**
 * Decides whether a request for a review is still to be sent.
 *
 * @returns undefined if the request is not completed and won any more, the person was erased or has opted out, or the
 *   address or the link has changed
 */
export async function prepareReview(
  read: Pick<ReadClient, 'projectEstimate' | 'reviewRequest'>,
  serverKey: Buffer,
  { estimateId, createdAt }: { readonly estimateId: string | undefined; readonly createdAt: Date },
): Promise<PreparedReview | undefined> {
  const { reviewLink: link } = company
  const estimate = await read.projectEstimate.findFirst({
    where: {
      ...{ id: estimateId ?? '', status: 'completed', outcome: 'won' },
      ...{ erasedAt: null, quarantinedAt: null, withdrawnAt: null },
    },
    select: { emailKey: true },
  })
  if (!estimate || link === undefined) return undefined
  const id = reviewRequestId(serverKey, estimate.emailKey)
  const asked = await read.reviewRequest.findFirst({ where: { id, askedAt: createdAt, optedOutAt: null } })
  return asked ? { link, optOutPath: reviewOptOutPath(id) } : undefined
}
