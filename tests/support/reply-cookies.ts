import { parseSetCookie, type SetCookie } from 'cookie'
import type { LightMyRequestResponse } from 'fastify'
import { cookieNames } from '#shared/cookie-names.ts'

/** The cookies that an answer sets, with their attributes, by their names without what https adds. */
export function replyCookies(
  answer: Pick<LightMyRequestResponse, 'headers'>,
): Partial<Record<keyof ReturnType<typeof cookieNames>, SetCookie>> {
  const names = cookieNames(false)
  const set = [answer.headers['set-cookie'] ?? []].flat().map((header) => parseSetCookie(header))
  const found = Object.entries(names).flatMap(([key, name]) => {
    const cookie = set.find((one) => one.name.replace(/^__Host-/, '') === name)
    return cookie ? [[key, cookie]] : []
  })
  return Object.fromEntries(found)
}

/** The values of the session's cookies that an answer sets. */
export function replyTokens(answer: Pick<LightMyRequestResponse, 'headers'>): { access: string; refresh: string } {
  const { access, refresh } = replyCookies(answer)
  if (!access?.value || !refresh?.value) throw new Error('the answer sets no session')
  return { access: access.value, refresh: refresh.value }
}
