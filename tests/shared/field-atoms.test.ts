import { describe, expect, it } from 'vitest'
import {
  bareAddress,
  emailAddress,
  longText,
  optionalLongText,
  optionalSingleLineText,
  singleLineText,
  withoutUnseen,
} from '#shared/field-atoms.ts'

const message = 'Please enter a valid email address.'
const address = emailAddress(150, message)

/** What is copied along from Word, chats, PDFs and right-to-left pages. */
const invisible = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f'],
  ...['\u202a', '\u202c', '\u202e', '\u2060', '\u2063', '\u2066', '\u2069', '\u2800', '\u3164'],
  ...['\ufe0e', '\ufe0f', '\ufeff', '\ufffa', '\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{e0100}'],
]

describe('an invisible character', () => {
  const name = singleLineText(100, { length: 2, message: 'Name must be at least 2 characters.' })
  const phone = optionalSingleLineText(30)

  it.each(invisible)('D4 %j is dropped from addresses, numbers, names and texts', (character) => {
    const around = (text: string) => character + [...text].join(character) + character
    expect(address.parse(around('ada@example.com'))).toBe('ada@example.com')
    expect(phone.parse(around('(718) 555-0110'))).toBe('(718) 555-0110')
    expect(name.parse(around('Ada Ñandú'))).toBe('Ada Ñandú')
    expect(longText(100, 'Empty.').parse(around('Oak, 5 mm'))).toBe('Oak, 5 mm')
    expect(optionalLongText(100).parse(around('Oak, 5 mm'))).toBe('Oak, 5 mm')
    expect(withoutUnseen(around('Oak, 5 mm'))).toBe('Oak, 5 mm')
  })

  it.each(invisible)('%j is no name, alone or beside one letter, and no text', (character) => {
    for (const text of [character, ` ${character}${character} `, `A${character}`])
      expect(name.safeParse(text).success).toBe(false)
    expect(phone.parse(` ${character} `)).toBeUndefined()
    expect(optionalLongText(100).parse(`${character}\n${character}`)).toBeUndefined()
    expect(longText(100, 'Empty.').safeParse(character).success).toBe(false)
  })

  it('does not count towards a limit', () => {
    expect(phone.parse(`\u202a${'1\u200b'.repeat(30)}`)).toBe('1'.repeat(30))
  })
})

it.each([
  ['an emoji of several', 'Zoë 👩‍🔧 👨‍👩‍👧‍👦 🧑🏽‍🤝‍🧑🏿'],
  ['an emoji with a selector', '❤️ ❤️‍🔥 👁️‍🗨️ 🏳️‍🌈 🏴‍☠️ 🏃🏻‍♀️ 2️⃣ ©️'],
  ['Persian', 'می‌خواهم خانه‌ام'],
  ['Indic', 'क्‍ष क्‌ष ශ්‍රී'],
  ['an ideograph with a variant', '葛󠄀城'],
])('joiners of %s are kept', (_script, text) => {
  expect(singleLineText(100, { length: 1, message: '' }).parse(text)).toBe(text)
  expect(withoutUnseen(text)).toBe(text)
})

it.each([
  ['می\u200c\u200c\u200fخواهم', 'می\u200cخواهم'],
  ['\u200cمی\u200c', 'می'],
  ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴'],
  ['👩\u200d Ada', '👩 Ada'],
  ['❤\ufe0f\ufe0f\u{e0100}\u{e0101}', '❤\ufe0f'],
  ['1\ufe0f2\u{e0100}', '12'],
])('of %j, %j is left', (text, left) => {
  expect(withoutUnseen(text)).toBe(left)
})

describe('an email address', () => {
  it.each([
    ...['ada@example.com', "o'hara@example.com", 'a.b+c@mail.example.co.uk', 'A_B-c@example.com'],
    ...[
      'r&d@builders.example',
      'a/b=c@example.com',
      'who?@example.com',
      '#1{x}|~^$!*`y@example.com',
      '50%@example.com',
    ],
    ...['josé@example.com', 'юля@пример.рф', 'ada@müller.example', '李@例子.中国', 'राम@उदाहरण.भारत'],
    ...['ada@xn--mller-kva.example', 'ada@xn--e1afmkfd.xn--p1ai', 'ada@a--b.example', 'a@1.example'],
    `${'a'.repeat(64)}@example.com`,
    `${'é'.repeat(64)}@example.com`,
    `ada@${'b'.repeat(63)}.com`,
  ])('%s is accepted as it is', (email) => {
    expect(address.parse(email)).toBe(email)
  })

  it.each([
    'Maria <ada@example.com>',
    'Romero, Ada (Queens) <ada@example.com>',
    '"Romero, Ada" <ada@example.com>;',
    'ada@example.com <ada@example.com>',
    '"ada@example.com" <mailto:ada@example.com>',
    'Ada Romero (ada@example.com)',
    'Ada [ada@example.com]',
    ...['<ada@example.com>', '(ada@example.com)', '[ada@example.com]', '«ada@example.com»', '{ada@example.com}'],
    ...['"ada@example.com"', "'ada@example.com'", '“ada@example.com”', '‘ada@example.com’', '„ada@example.com“'],
    ...['`ada@example.com`', '"<ada@example.com>"', '“ada@example.com.”'],
    ...['mailto:ada@example.com', 'MAILTO: ada@example.com?subject=Kitchen%20remodel&cc=x@y.example'],
    ...['ada@example.com.', 'ada@example.com,', 'ada@example.com ;', 'ada@example.com.,;'],
    ...['\u00a0ada@example.com\u3000', '\ufeffada@exam\u00adple.com', 'ada＠example．com', 'ａｄａ@example.com'],
  ])('%j is the address in it', (text) => {
    expect(address.parse(text)).toBe('ada@example.com')
  })

  it('is composed, so that each has one spelling', () => {
    expect(address.parse('jose\u0301@example.com')).toBe('josé@example.com')
  })

  it.each([
    ...['', 'ada', 'ada@', '@example.com', 'ada@example', 'ada@.com', 'ada@example..com', 'ada@@example.com'],
    ...['.ada@example.com', 'ada.@example.com', 'a..b@example.com', 'ada romero@example.com', 'ada@exam ple.com'],
    ...['ada@-a.com', 'ada@a-.com', 'ada@a_b.com', 'ada@example.c', 'ada@example.123', 'ada@[1.2.3.4]'],
    ...['ada@example.com,max@example.com', 'ada@example.com max@example.com', 'ada@example.com/max@example.com'],
    ...['ada@example.com; max@example.com', 'ada@example.com or max@example.com', 'Ada <ada@a.com>, Max <max@a.com>'],
    ...['max@example.com <ada@example.com>', 'max@example.com (ada@example.com)', 'mailto:a@b.com,c@d.com'],
    ...[
      'a@b.com\r\nBcc: x@y.example',
      'a@b.com\u2028x',
      'a@b.com\u0000',
      'a@b.com\nmax@b.com',
      'a@b.com%0aBcc',
      'a%0Ab@example.com',
    ],
    ...['"a b"@example.com', 'a\\b@example.com', 'a:b@example.com', '<>', '<<', 'Ada <', 'mailto:'],
    `${'a'.repeat(65)}@example.com`,
    `ada@${'b'.repeat(64)}.com`,
  ])('D3 %j is refused, since it is not exactly one mailbox', (text) => {
    expect(address.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  it('is unwrapped and refused in time, however long it is', () => {
    const start = performance.now()
    for (const piece of ['<', '.', ' ', '(', '"', 'a@', '<a', 'mailto:', '\u200b', '-', '@-', 'a-'])
      expect(address.safeParse(`${piece.repeat(100_000)}x`).success).toBe(false)
    expect(bareAddress(`${'<'.repeat(50_000)}${'>'.repeat(50_000)}`)).not.toBe('')
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
