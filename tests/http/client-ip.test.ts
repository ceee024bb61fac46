import { beforeAll, expect, test } from 'vitest'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let port: number
const server = sharedApp({ settings: { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } })
beforeAll(async () => {
  port = await server.listen()
})

/** Submits through a trusted proxy that forwards these values, one after the other. */
async function statusesOf(forwarded: readonly string[]): Promise<number[]> {
  server.clock.advance(24 * 60 * 60 * 1000)
  const statuses: number[] = []
  for (const [index, value] of forwarded.entries()) {
    const response = await fetch(`http://127.0.0.1:${port}/api/trpc/estimates.submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': value },
      body: JSON.stringify(estimateInput({ name: `Visitor ${index}` })),
    })
    statuses.push(response.status)
  }
  return statuses
}

const seven = [0, 1, 2, 3, 4, 5, 6]

test.each([
  ['an IPv4 address with ever new ports', (n: number) => `203.0.113.7:${40_000 + n}`],
  ['an IPv6 address with ever new ports', (n: number) => `[2001:db8::7]:${40_000 + n}`],
  ['ever new texts that are no address', (n: number) => `visitor-${n}`],
  ['an address behind ever new texts', (n: number) => `visitor-${n}, 203.0.113.8`],
  ['an address behind a second proxy that adds ports', (n: number) => `6.6.6.${n}, 203.0.113.9, 10.0.0.2:${n + 1}`],
  ['an IPv4 address behind NAT64 and without', (n: number) => `${n % 2 ? '64:ff9b::' : ''}203.0.113.16`],
])('applies rate limits behind a trusted proxy to %s', async (_what, forwarded) => {
  expect(await statusesOf(seven.map(forwarded))).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('gives visitors behind one NAT64 translator limits of their own', async () => {
  expect(await statusesOf(seven.map((n) => `64:ff9b::203.0.113.${20 + n}`))).toEqual(seven.map(() => 200))
})

test('counts requests for missing pages by the IP address without its port', async () => {
  const statusOf = async (forwarded: string) =>
    (await server.app.inject({ url: '/nothing', headers: { 'x-forwarded-for': forwarded } })).statusCode
  const statuses = new Set<number>()
  for (let n = 1; n <= 330; n++) statuses.add(await statusOf(`203.0.113.200:${n}`))
  expect(statuses).toContain(429)
  expect(await statusOf('203.0.113.201:1')).toBe(404)
})
