import { expect, test } from 'vitest'
import { readPhoneNumber } from '#client/features/admin/ui/phone-number.ts'

test.each([
  ['tel:+1.646.555.0177', '(646) 555-0177', 'tel:+16465550177'],
  ['646.555.0177', '(646) 555-0177', 'tel:+16465550177'],
  ['1-646-555-0177', '(646) 555-0177', 'tel:+16465550177'],
  ['16465550177 x17', '(646) 555-0177 ext. 17', 'tel:+16465550177;ext=17'],
  ['212.555.0142 ext. 4', '(212) 555-0142 ext. 4', 'tel:+12125550142;ext=4'],
  ['+44 20 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
  ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['+1 199 555 0177', '+1 199 555 0177', 'tel:+11995550177'],
  ['555-0177', '555-0177', 'tel:5550177'],
  ['mornings: 646 555 0177', 'mornings: 646 555 0177', 'tel:+16465550177'],
  ['call me', 'call me', undefined],
])('shows the phone number %s as %s and links it to %s', (typed, text, href) => {
  expect(readPhoneNumber(typed)).toEqual({ text, href })
})
