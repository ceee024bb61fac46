import { expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import type { TestApp } from '#tests/support/server/test-app.ts'

const day = 24 * 60 * 60 * 1000
const server = sharedApp({ settings: { APP_ORIGIN: 'https://www.example.com' } })
const localServer = sharedApp()
const get = ({ app }: TestApp) => app.inject({ url: '/.well-known/security.txt' })
const expiresOf = (body: string) => new Date(/^Expires: (.+)$/m.exec(body)?.[1] ?? '').getTime()

it('serves security.txt with a contact, its own URL and the language', async () => {
  const { statusCode, headers, body } = await get(server)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  })
  expect(body.split('\n')).toEqual([
    `Contact: mailto:${company.email}`,
    'Expires: 2026-08-01T00:00:00Z',
    'Preferred-Languages: en',
    'Canonical: https://www.example.com/.well-known/security.txt',
    '',
  ])
})

it('sets the expiry date of security.txt six to seven months ahead at any time', async () => {
  const month = 31 * day - 1
  for (let months = 0; months < 14; months += 1) {
    const left = (expiresOf((await get(server)).body) - server.clock.now().getTime()) / day
    expect(left).toBeGreaterThan(180)
    expect(left).toBeLessThan(215)
    server.clock.advance(month)
  }
  server.clock.advance(-14 * month)
})

it('leaves the URL out of security.txt without https, which the standard requires', async () => {
  const { body } = await get(localServer)
  expect(body).toContain(`Contact: mailto:${company.email}\n`)
  expect(body).not.toContain('Canonical')
})

it('answers HEAD for security.txt', async () => {
  const answer = await server.app.inject({ method: 'HEAD', url: '/.well-known/security.txt' })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('')
})
