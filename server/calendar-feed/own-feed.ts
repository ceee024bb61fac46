import { randomInt } from 'node:crypto'
import { keyedDigest, sameDigest } from '#server/accounts/secrets/secrets.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { type CalendarFeed, calendarFeedPath } from '#shared/calendar-feed.ts'
import { isAllowed } from '#shared/permissions.ts'

/** 160 bits cannot be guessed, and the address stays short. */
const digestBytes = 20

const maxFeedNumber = 2 ** 31

type OwnFeedDeps = {
  readonly database: Database
  readonly config: Pick<Config, 'appOrigin'>
  readonly secretsKey: Buffer | undefined
  readonly session: { readonly user: { readonly id: string } }
}

/** Reads the address of the signed-in user's calendar. */
export async function readOwnFeed({ database, config, secretsKey, session }: OwnFeedDeps): Promise<CalendarFeed> {
  const { id } = session.user
  const user = await database.read.user.findUnique({ where: { id }, select: { calendarFeed: true } })
  const number = user?.calendarFeed ?? null
  if (!secretsKey || number === null) return { hasKey: secretsKey !== undefined, url: null }
  return { hasKey: true, url: `${config.appOrigin}${calendarFeedPath}/${newFeedToken(secretsKey, id, number)}.ics` }
}

/**
 * Gives the signed-in user's calendar a new address, or none. The former one ends.
 *
 * @throws {AppError} without a key that addresses follow from
 */
export async function setOwnFeed(deps: OwnFeedDeps, on: boolean): Promise<CalendarFeed> {
  const { database, secretsKey, session } = deps
  if (on && !secretsKey)
    throw new AppError('conflict', 'The server has no SECRETS_KEY, without which calendars have no addresses.')
  await database.transaction(({ user }) =>
    // A number that counted up would begin anew after it was off, and old addresses with it.
    user.updateMany({ where: { id: session.user.id }, data: { calendarFeed: on ? randomInt(maxFeedNumber) : null } }),
  )
  return await readOwnFeed(deps)
}

/** Reads whose calendar has the address with this token. Undefined if nobody's, or of somebody who is no longer staff. */
export async function findFeedOwner(
  { read }: Pick<Database, 'read'>,
  secretsKey: Buffer,
  token: string,
): Promise<{ readonly id: string } | undefined> {
  const hex = Buffer.from(token, 'base64url').toString('hex').slice(0, 32)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const user = await read.user.findUnique({ where: { id }, select: { role: true, calendarFeed: true } })
  // A digest is compared also where there is none, so that the time says nothing.
  const isRight = sameDigest(token, newFeedToken(secretsKey, id, user?.calendarFeed ?? -1))
  const isOn = user != null && user.calendarFeed !== null && isAllowed(user.role, 'workEstimates')
  return isRight && isOn ? { id } : undefined
}

function newFeedToken(secretsKey: Buffer, userId: string, number: number): string {
  const digest = keyedDigest(secretsKey, 'calendar-feed', `${userId}:${number}`)
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, Buffer.from(digest, 'base64url').subarray(0, digestBytes)]).toString('base64url')
}
