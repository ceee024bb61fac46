import { keyedDigest, sameDigest } from '#server/accounts/secrets/secrets.ts'
import { addMs } from '#server/clock.ts'
import { addDays, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import { requestPage } from '#shared/pages.ts'

const purpose = 'request-link'

/** 160 bits cannot be guessed, and the link stays short. */
const digestBytes = 20

/** No estimate has it. */
const noId = '00000000-0000-0000-0000-000000000000'

/** For so long after the request, its link works, and for so long after the last day of its last proposal. */
export const requestLinkDays = 180
export const proposalLinkDays = 60

/** @param proposals of the request, in any order; drafts do not count */
export function requestLinkEnd(
  createdAt: Date,
  proposals: readonly { readonly sentAt: Date | string | null; readonly validUntil: string }[],
): Date {
  const days = proposals.flatMap(({ sentAt, validUntil }) => (sentAt ? [validUntil] : [])).toSorted()
  const [lastDay] = days.slice(-1)
  const end = addMs(createdAt, requestLinkDays * dayMs)
  const afterProposal = lastDay && startOfNewYorkDay(addDays(lastDay, proposalLinkDays + 1))
  return afterProposal && afterProposal > end ? afterProposal : end
}

/** The path of the visitor's own page, which follows from the id (docs/decisions/054). */
export function requestPath(serverKey: Buffer, id: string): string {
  return `${requestPage.path}/${newToken(serverKey, id)}`
}

/**
 * Reads the token in a link.
 *
 * @returns an id that no estimate has where the token is not ours, so that the database is read all the same
 */
export function readRequestToken(serverKey: Buffer, token: string): string {
  const hex = Buffer.from(token, 'base64url').toString('hex').slice(0, 32)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return sameDigest(token, newToken(serverKey, id)) ? id : noId
}

function newToken(serverKey: Buffer, id: string): string {
  const digest = Buffer.from(keyedDigest(serverKey, purpose, id), 'base64url').subarray(0, digestBytes)
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), digest]).toString('base64url')
}
