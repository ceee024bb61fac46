import { v7 as newId } from 'uuid'
import { newSecret, toDigest } from '#server/accounts/secrets/secrets.ts'
import { addMs } from '#server/clock.ts'
import type { Transaction } from '#server/database/database.ts'
import { hourMs } from '#shared/durations.ts'

export const linkLifetimesMs = {
  confirmation: 24 * hourMs,
  reset: hourMs,
  invitation: 72 * hourMs,
} as const
export type LinkPurpose = keyof typeof linkLifetimesMs

/** Takes the place of the purpose once a link has worked, so that its page can say so. */
export const usedPurpose = 'used'

type EmailTokens = Pick<Transaction, 'emailToken'>

/** Deletes expired links of all users; earlier links stay valid. */
export async function addEmailToken(
  { emailToken }: EmailTokens,
  { userId, purpose, now }: { readonly userId: string; readonly purpose: LinkPurpose; readonly now: Date },
): Promise<string> {
  await emailToken.deleteMany({ where: { expiresAt: { lt: now } } })
  const token = newSecret()
  const data = {
    id: newId({ msecs: now.getTime() }),
    digest: toDigest(token),
    userId,
    purpose,
    createdAt: now,
    expiresAt: addMs(now, linkLifetimesMs[purpose]),
  }
  await emailToken.create({ data })
  return token
}

/** @returns also a link that was used, whose purpose is {@link usedPurpose} */
export async function findEmailToken(
  { emailToken }: { readonly emailToken: Pick<EmailTokens['emailToken'], 'findFirst'> },
  { token, purposes, now }: { readonly token: string; readonly purposes: readonly LinkPurpose[]; readonly now: Date },
): Promise<{ readonly userId: string; readonly purpose: string } | undefined> {
  const where = { digest: toDigest(token), purpose: { in: [...purposes, usedPurpose] }, expiresAt: { gt: now } }
  return (await emailToken.findFirst({ where, select: { userId: true, purpose: true } })) ?? undefined
}

/** Ends the other links of the same user, too. */
export async function consumeEmailToken(
  { emailToken }: EmailTokens,
  { token, userId }: { readonly token: string; readonly userId: string },
): Promise<boolean> {
  const isUnused = { purpose: { not: usedPurpose } }
  const { count } = await emailToken.updateMany({
    where: { digest: toDigest(token), ...isUnused },
    data: { purpose: usedPurpose },
  })
  await emailToken.deleteMany({ where: { userId, ...isUnused } })
  return count > 0
}

export async function deleteEmailTokens(
  { emailToken }: EmailTokens,
  { email, purpose }: { readonly email: string; readonly purpose: LinkPurpose },
): Promise<void> {
  await emailToken.deleteMany({ where: { purpose, user: { email } } })
}
