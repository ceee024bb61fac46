import { expect, it } from 'vitest'
import { mailboxKey } from '#server/accounts/limits/mailbox-key.ts'

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada+kitchen+2@example.com', 'ada@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['a.d.a@gmail.com', 'ada@gmail.com'],
  ['A.Da+x.y@GoogleMail.com', 'ada@gmail.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['+a+b@example.com', '+a@example.com'],
  ['ada+x@MÜLLER.example', 'ada@xn--mller-kva.example'],
  ['"a@b+c"@example.com', '"a@b@example.com'],
  ['nobody', '@nobody'],
])('the mailbox of %s is %s', (email, key) => {
  expect(mailboxKey(email)).toBe(key)
})
