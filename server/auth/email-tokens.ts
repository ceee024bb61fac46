import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'
import { digestOf, newSecret } from './secrets.ts'

const hourMs = 60 * 60 * 1000

/** What a link in a mail is for, and for how many milliseconds it is good. */
export const linkLifetimesMs = {
  confirmation: 24 * hourMs,
  reset: hourMs,
  /** For somebody who was invited: sets the first password. */
  invitation: 72 * hourMs,
} as const
export type LinkPurpose = keyof typeof linkLifetimesMs

type EmailTokens = Pick<Transaction, 'emailToken'>

/**
 * Makes the secret of a link, 256 bits in base64url. Only its SHA-256 is stored, so it cannot be had again. Earlier ones
 * stay good until they are used or expire; expired ones of anybody are removed by the way.
 */
export async function addEmailToken(
  { emailToken }: EmailTokens,
  { userId, purpose, now }: { readonly userId: string; readonly purpose: LinkPurpose; readonly now: Date },
): Promise<string> {
  await emailToken.deleteMany({ where: { expiresAt: { lt: now } } })
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + linkLifetimesMs[purpose])
  const data = {
    id: newId({ msecs: now.getTime() }),
    digest: digestOf(token),
    userId,
    purpose,
    createdAt: now,
    expiresAt,
  }
  await emailToken.create({ data })
  return token
}

/**
 * Finds whose link it is that somebody opened. Changes nothing.
 *
 * @param purposes what it may be for
 * @returns undefined for one that was used, has expired, is for something else, or never was
 */
export async function findEmailToken(
  { emailToken }: { readonly emailToken: Pick<EmailTokens['emailToken'], 'findFirst'> },
  { token, purposes, now }: { readonly token: string; readonly purposes: readonly LinkPurpose[]; readonly now: Date },
): Promise<{ readonly userId: string } | undefined> {
  const where = { digest: digestOf(token), purpose: { in: [...purposes] }, expiresAt: { gt: now } }
  return (await emailToken.findFirst({ where, select: { userId: true } })) ?? undefined
}

/**
 * Uses a link up.
 *
 * @returns false when it is gone already
 */
export async function consumeEmailToken({ emailToken }: EmailTokens, token: string): Promise<boolean> {
  const { count } = await emailToken.deleteMany({ where: { digest: digestOf(token) } })
  return count > 0
}

/** Makes the links of one kind that went to an address useless. */
export async function forgetLinks(
  { emailToken }: EmailTokens,
  { email, purpose }: { readonly email: string; readonly purpose: LinkPurpose },
): Promise<void> {
  await emailToken.deleteMany({ where: { purpose, user: { email } } })
}
