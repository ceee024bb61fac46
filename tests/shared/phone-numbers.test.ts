import { describe, expect, test } from 'vitest'
import { findPhoneNumbers, phoneDigits, readPhoneNumber } from '#shared/phone-numbers.ts'
import { phoneWritings } from '#tests/support/estimates/writings.ts'

describe('phone numbers in a text', () => {
  test.each(phoneWritings.map((writing) => [writing[0], writing] as const))(
    '%s',
    (typed, [, key, other, extension]) => {
      const [first, second] = findPhoneNumbers(typed)
      expect(first ? phoneDigits(first) : null).toBe(key)
      expect(second ? phoneDigits(second) : null).toBe(other ?? null)
      expect(first?.extension).toBe(extension)
    },
  )

  test('texts of 200 characters, as many as a search takes, are read quickly', () => {
    const started = performance.now()
    for (const piece of ['1', '+', '(', '2 ', 'x1', '-1', 'A', '8a', '+1 '])
      findPhoneNumbers(piece.repeat(200).slice(0, 200))
    expect(performance.now() - started).toBeLessThan(100)
  })
})

test.each([
  ['tel:+1.646.555.0177', '(646) 555-0177', 'tel:+16465550177', 'sms:+16465550177'],
  ['646.555.0177', '(646) 555-0177', 'tel:+16465550177', 'sms:+16465550177'],
  ['1-646-555-0177', '(646) 555-0177', 'tel:+16465550177', 'sms:+16465550177'],
  ['16465550177 x17', '(646) 555-0177 ext. 17', 'tel:+16465550177;ext=17', undefined],
  ['212.555.0142 ext. 4', '(212) 555-0142 ext. 4', 'tel:+12125550142;ext=4', undefined],
  ['+44 20 7946 0958', '+44 20 7946 0958', 'tel:+442079460958', undefined],
  ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958', 'tel:+442079460958', undefined],
  ['+1 199 555 0177', '+1 199 555 0177', 'tel:+11995550177', undefined],
  ['555-0177', '555-0177', 'tel:5550177', undefined],
  ['mornings: 646 555 0177', 'mornings: 646 555 0177', 'tel:+16465550177', 'sms:+16465550177'],
  ['646 555 0177 / 917 555 0123', '646 555 0177 / 917 555 0123', 'tel:+16465550177', 'sms:+16465550177'],
  ['1-800-FLOWERS', '1-800-FLOWERS', 'tel:+18003569377', 'sms:+18003569377'],
  ['call me', 'call me', undefined, undefined],
])('the phone number %s is shown as %s, and links to %s and %s', (typed, text, href, textHref) => {
  expect(readPhoneNumber(typed)).toEqual({ text, href, textHref })
})
