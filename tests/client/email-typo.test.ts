import { expect, it } from 'vitest'
import { suggestEmail } from '#client/features/estimate-form/email-typo.ts'

it.each([
  ['ada@gnail.com', 'ada@gmail.com'],
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gamil.com', 'ada@gmail.com'],
  ['ada@gmal.com', 'ada@gmail.com'],
  ['ada@gnail.com.', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@gmail.cm', 'ada@gmail.com'],
  ['ada@gmial.con', 'ada@gmail.com'],
  ['  Ada.Romero+site@GNAIL.com ', 'Ada.Romero+site@gmail.com'],
  ['Ada <ada@\u200bgmial.com>;', 'ada@gmail.com'],
  ['ada@hotmal.com', 'ada@hotmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@yahooo.com', 'ada@yahoo.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@outloo.com', 'ada@outlook.com'],
  ['ada@iclud.com', 'ada@icloud.com'],
  ['ada@romero-design.con', 'ada@romero-design.com'],
  ['ada@office.example.cmo', 'ada@office.example.com'],
  ['ada@verizon.ney', 'ada@verizon.net'],
  ['ada@parents.ogr', 'ada@parents.org'],
])('%s gets the suggestion %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

it.each([
  'gmail.com',
  'googlemail.com',
  'mail.com',
  'ymail.com',
  'email.com',
  'fastmail.com',
  'hushmail.com',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.ca',
  'yahoo.com.br',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.fr',
  'outlook.com',
  'outlook.de',
  'live.com',
  'msn.com',
  'aol.com',
  'aim.com',
  'icloud.com',
  'cloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'pm.me',
  'zoho.com',
  'verizon.net',
  'optonline.net',
  'comcast.net',
  'nyc.gov',
  'columbia.edu',
  'company.co',
  'startup.cm',
  'example.com',
  'sub.gmail.example.com',
])('an address at %s gets no suggestion', (domain) => {
  expect(suggestEmail(`ada@${domain}`)).toBeUndefined()
})

it.each(['', 'ada', 'ada@', '@gnail.com', 'ada@gnail', 'a b@gnail.com', 'ada@x@gnail.com'])(
  '%j is no address and gets no suggestion',
  (typed) => {
    expect(suggestEmail(typed)).toBeUndefined()
  },
)
