import { beforeEach, describe, expect, test } from 'vitest'
import { RequestAllowance } from '#server/limits/request-allowance.ts'

let now = 0
let allowance: RequestAllowance

beforeEach(() => {
  now = 0
  allowance = new RequestAllowance({ perMinute: 60, now: () => now })
})

const takeMany = (count: number, address = '203.0.113.7') =>
  Array.from({ length: count }, () => allowance.take(address))

describe('an allowance', () => {
  test('is used up by as many as it has for a minute, and says when there is one again', () => {
    expect(takeMany(60).every((wait) => wait === undefined)).toBe(true)
    expect(allowance.take('203.0.113.7')).toBe(1)
  })

  test('comes back little by little, never to more than a minute has', () => {
    takeMany(60)
    now += 5_000
    expect(takeMany(6).map((wait) => wait === undefined)).toEqual([true, true, true, true, true, false])
    now += 3_600_000
    expect(takeMany(61).filter((wait) => wait !== undefined)).toHaveLength(1)
  })

  test('is each address’ own; an IPv6 home has one', () => {
    takeMany(60)
    expect(allowance.take('203.0.113.8')).toBeUndefined()
    takeMany(60, '2001:db8:1:2::1')
    expect(allowance.take('2001:db8:1:2:ffff::9')).toBe(1)
    expect(allowance.take('2001:db8:1:3::1')).toBeUndefined()
  })

  test('has what was given back, and not more than it had', () => {
    takeMany(60)
    allowance.giveBack('203.0.113.7')
    expect(takeMany(2).map((wait) => wait === undefined)).toEqual([true, false])
    for (let more = 0; more < 200; more++) allowance.giveBack('203.0.113.8')
    expect(takeMany(61, '203.0.113.8').filter((wait) => wait !== undefined)).toHaveLength(1)
  })

  test('forgets the address that came first when ten thousand others came after it', () => {
    takeMany(60)
    for (let other = 0; other < 10_000; other++)
      allowance.take(`10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`)
    expect(allowance.take('203.0.113.7')).toBeUndefined()
  })
})
