import { subscribe } from 'node:diagnostics_channel'
import { parseSetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { cookieNames } from '#shared/cookie-names.ts'

/** Browsers drop longer ones. */
const maxCookieBytes = 4096

const names = [true, false].flatMap((secure) => Object.values(cookieNames(secure)))

/** The fault of a Set-Cookie header of this site; undefined without one. */
export function cookieProblem(header: string): string | undefined {
  const { name, value: _value, maxAge: _maxAge, ...attributes } = parseSetCookie(header)
  if (!names.includes(name)) return `there is no cookie called ${name}`
  if (Buffer.byteLength(header) > maxCookieBytes) return `${name} is too long`
  const expected = {
    path: '/',
    httpOnly: true,
    sameSite: name.endsWith('site-challenge') ? 'strict' : 'lax',
    ...(name.startsWith('__Host-') ? { secure: true } : {}),
  }
  const keys = new Set([...Object.keys(attributes), ...Object.keys(expected)])
  const given = new Map<string, unknown>(Object.entries(attributes))
  const wrong = [...keys].filter(
    (key) => given.get(key) !== new Map<string, unknown>(Object.entries(expected)).get(key),
  )
  return wrong.length > 0 ? `${name} has the wrong ${wrong.join(', ')}` : undefined
}

const problems: string[] = []

// Every response of every test app in this process, also one that its test does not look at.
subscribe('tracing:fastify.request.handler:start', (message) => {
  const { reply } = message as { reply: FastifyReply }
  reply.raw.once('finish', () => {
    for (const header of [reply.raw.getHeader('set-cookie') ?? []].flat())
      problems.push(...[cookieProblem(String(header))].filter((problem) => problem !== undefined))
  })
})

/** @throws {Error} where a response has set a cookie that other sites, scripts or hosts could use */
export function assertSafeCookies(): void {
  const found = problems.splice(0)
  if (found.length > 0) throw new Error(`Cookies were set wrongly: ${[...new Set(found)].join('; ')}`)
}
