import { beforeEach, describe, expect, test } from 'vitest'
import { TokenBucket } from '#server/rate-limits/token-bucket.ts'

let now = 0
let allowance: TokenBucket

beforeEach(() => {
  now = 0
  allowance = new TokenBucket({ perMinute: 60, now: () => now })
})

const takeMany = (count: number, address = '203.0.113.7') =>
  Array.from({ length: count }, () => allowance.take(address))
/** How many of so many are given. */
const given = (count: number, address?: string) => takeMany(count, address).filter(({ refused }) => !refused).length
const used = { refused: true, retryAfterSeconds: 1 }

function refund(taken: ReturnType<TokenBucket['take']> | undefined): void {
  if (!taken || taken.refused) throw new Error('Nothing was taken.')
  taken.refund()
}

describe('an allowance', () => {
  test('is used up by as many as it has for a minute, and says when there is one again', () => {
    expect(given(60)).toBe(60)
    expect(allowance.take('203.0.113.7')).toEqual(used)
  })

  test('comes back little by little, never to more than a minute has', () => {
    takeMany(60)
    now += 5_000
    expect(given(6)).toBe(5)
    now += 3_600_000
    expect(given(61)).toBe(60)
  })

  test('is each address’ own; an IPv6 home has one', () => {
    takeMany(60)
    expect(given(1, '203.0.113.8')).toBe(1)
    takeMany(60, '2001:db8:1:2::1')
    expect(allowance.take('2001:db8:1:2:ffff::9')).toEqual(used)
    expect(given(1, '2001:db8:1:3::1')).toBe(1)
  })

  test('has what was given back, and not more than it had', () => {
    const taken = takeMany(60)
    refund(taken[0])
    expect(given(2)).toBe(1)
    now += 3_600_000
    for (const each of taken) refund(each)
    expect(given(61)).toBe(60)
  })

  test('forgets the address that came first when ten thousand others came after it', () => {
    takeMany(60)
    for (let other = 0; other < 10_000; other++)
      allowance.take(`10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`)
    expect(given(1)).toBe(1)
  })
})
