import { parseSetCookie, type SetCookie } from 'cookie'
import type { LightMyRequestResponse } from 'fastify'
import { cookieNames } from '#shared/cookie-names.ts'

/** The cookies that a response sets, by their names without the prefix of https. */
export function replyCookies(
  response: Pick<LightMyRequestResponse, 'headers'>,
): Partial<Record<keyof ReturnType<typeof cookieNames>, SetCookie>> {
  const names = cookieNames(false)
  const set = [response.headers['set-cookie'] ?? []].flat().map((header) => parseSetCookie(header))
  const found = Object.entries(names).flatMap(([key, name]) => {
    const cookie = set.find((one) => one.name.replace(/^__Host-/, '') === name)
    return cookie ? [[key, cookie]] : []
  })
  return Object.fromEntries(found)
}

/** @throws {Error} if the response sets no session */
export function replyTokens(response: Pick<LightMyRequestResponse, 'headers'>): { access: string; refresh: string } {
  const { access, refresh } = replyCookies(response)
  if (!access?.value || !refresh?.value) throw new Error('the response sets no session')
  return { access: access.value, refresh: refresh.value }
}
