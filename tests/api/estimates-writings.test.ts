import { beforeEach, describe, expect, test } from 'vitest'
import { findPhoneNumbers, phoneDigits } from '#shared/phone-numbers.ts'
import { mailboxWritings, nameWritings, phoneWritings } from '#tests/support/estimates/writings.ts'
import { finding } from '#tests/support/server/finding.ts'

const site = finding()
const { placesOf, store } = site
let ids: string[]

const places = (isIncluded: boolean[]) => isIncluded.flatMap((is, index) => (is ? [index] : []))

describe('names', () => {
  beforeEach(async () => {
    ids = await store(nameWritings.map(([name]) => ({ name, email: 'office@example.net', phone: null })))
  })

  test('are found in every writing', async () => {
    for (const [index, [name, found, missed = []]] of nameWritings.entries()) {
      for (const q of [name, ...found])
        expect([q, await placesOf(ids, { q })]).toEqual([q, expect.arrayContaining([index])])
      for (const q of missed) expect([q, await placesOf(ids, { q })]).toEqual([q, expect.not.arrayContaining([index])])
    }
  })
})

describe('phone numbers', () => {
  test('are found by every writing of one of them', async () => {
    ids = await store(phoneWritings.map(([phone]) => ({ phone, email: 'office@example.net' })))
    for (const [index, [q, key, other]] of phoneWritings.entries()) {
      if (key === null) continue
      const has = (wanted: string | null) =>
        phoneWritings.map(([, first, second]) => wanted === null || first === wanted || second === wanted)
      const both = has(key).map((is, index) => is && has(other ?? null)[index] === true)
      const found = (await placesOf(ids, { q })).toSorted((a, b) => a - b)
      // Words beside a number have to be found, too.
      if (/mornings|cell| or /.test(q)) expect([q, found]).toEqual([q, [index]])
      else expect([q, found]).toEqual([q, places(both)])
    }
    expect(findPhoneNumbers('555-0177').map(phoneDigits)).toEqual([null])
  })
})

describe('email addresses', () => {
  test('are found by every writing of their mailbox', async () => {
    ids = await store(mailboxWritings.map(([email]) => ({ email, phone: null })))
    for (const [q, key] of mailboxWritings) {
      if (key === '') continue
      const same = places(mailboxWritings.map(([, other]) => other === key))
      expect([q, await placesOf(ids, { q })]).toEqual([q, expect.arrayContaining(same)])
    }
  })
})
