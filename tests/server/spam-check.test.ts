import { describe, expect, it, test } from 'vitest'
import { SeededRandom } from '#server/demo/random.ts'
import { formStartedAt, newFormToken, startForm } from '#server/estimates/submit/form-token.ts'
import { hasLink, readReasons, screen, storedReasons } from '#server/estimates/submit/spam-check.ts'
import { dayMs } from '#shared/durations.ts'
import type { EstimateInput } from '#shared/estimates/estimate-input.ts'
import { quarantineReasons } from '#shared/estimates/quarantine.ts'
import { testServerKey as serverKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { estimateRequest } from '#tests/support/estimates/estimate-input.ts'

const receivedAt = new Date('2026-01-05T20:10:00.000Z')
const begunBefore = (ms: number) => newFormToken(serverKey, new Date(receivedAt.getTime() - ms))
const reasonsFor = (input: Partial<EstimateInput>) => screen(estimateRequest(input), { serverKey, receivedAt }).reasons

it('an estimate without a token is not quarantined', () => {
  expect(reasonsFor({})).toEqual([])
  expect(reasonsFor({ formToken: null, remarks: null })).toEqual([])
})

it('a token of three seconds to a month is accepted', () => {
  for (const ms of [3_000, 60_000, 30 * dayMs]) expect(reasonsFor({ formToken: begunBefore(ms) })).toEqual([])
})

it('a link in a text with a valid token is accepted', () => {
  const projectDescription = 'Like https://pictures.example/kitchen'
  expect(reasonsFor({ projectDescription, formToken: begunBefore(60_000) })).toEqual([])
})

it('a form is verified by a valid token alone', () => {
  const verified = (formToken: unknown) =>
    screen(estimateRequest({ formToken }), { serverKey, receivedAt }).formVerified
  expect(verified(begunBefore(60_000))).toBe(true)
  for (const formToken of [undefined, null, 'forged', begunBefore(0), begunBefore(31 * dayMs + 1)])
    expect(verified(formToken)).toBe(false)
})

it('a filled honeypot is a reason, whatever its value', () => {
  for (const remarks of ['buy now', ' ', 0, ['x'], 'x'.repeat(30_000)])
    expect(reasonsFor({ remarks })).toEqual(['decoy'])
})

it('a token younger than three seconds is a reason', () => {
  for (const ms of [2_999, 0, -5_000]) expect(reasonsFor({ formToken: begunBefore(ms) })).toEqual(['too-fast'])
})

it('a forged token and one older than a draft are a reason', () => {
  const good = begunBefore(60_000)
  const forged = [
    good.replace(/^./, '0'),
    `${good}A`,
    good.slice(0, -1),
    good.split('.')[0],
    `.${good.split('.')[1]}`,
    newFormToken(Buffer.alloc(32, 7), receivedAt),
    42,
    {},
    'token',
  ]
  for (const formToken of forged) expect(reasonsFor({ formToken }), String(formToken)).toEqual(['bad-token'])
  expect(reasonsFor({ formToken: begunBefore(31 * dayMs + 1) })).toEqual(['bad-token'])
})

it('a link in a text without a token is a reason', () => {
  for (const field of ['projectDescription', 'specificRequirements', 'location'] as const)
    expect(reasonsFor({ [field]: 'See www.rank-first.example' })).toEqual(['link-in-text'])
})

it('a link in the name is a reason', () => {
  const links = ['Win big: https://casino.example', 'www.acme.example', 'acme.example/win', '<a href=x>Ada</a>']
  for (const name of links) expect(reasonsFor({ name, formToken: begunBefore(60_000) }), name).toEqual(['link-in-name'])
})

it('a bare domain in the name is a company with a valid token, and a reason without one', () => {
  for (const name of ['Facilities, Salesforce.com', 'Acme.io', 'Ada Romero (booking.com)']) {
    expect(reasonsFor({ name, formToken: begunBefore(60_000) }), name).toEqual([])
    expect(reasonsFor({ name }), name).toEqual(['link-in-name'])
    expect(reasonsFor({ name, formToken: 'forged' }), name).toContain('link-in-name')
  }
})

it('several reasons are all listed', () => {
  expect(reasonsFor({ name: 'www.spam.example', remarks: 'x', formToken: begunBefore(0) })).toEqual([
    'decoy',
    'link-in-name',
    'too-fast',
  ])
})

test.each([
  ...["O'Brien-St. John", 'J.R. Smith', 'J.R.Smith', 'Dr. A.Lee Jr.', 'Dr.Ru', 'St.John Smythe', 'Mr.Ng'],
  ...['Prof.Dr.Weber', 'Mary & John Cole', 'Ms. D. Io', 'María José Núñez', '王秀英', 'Smith/Jones', 'A. Comerford'],
  ...['Wm.Cliff', 'Netta Orgill', 'Unit 4.Infante'],
])('a link is not seen in the name %s', (name) => {
  expect(hasLink(name)).toBe(false)
})

test.each([
  ...['https://spam.example', 'HTTP://SPAM.EXAMPLE', 'Ada www.spam.example', 'rank-first.com'],
  ...['Cheap SEO at rankfirst.xyz today', 't.me/winner', 'bit.ly/abc', 'spamsite.ru', '<a href=x>Ada</a>'],
  ...['[url=x]Ada[/url]', 'пример.com'],
])('a link is seen in %s', (text) => {
  expect(hasLink(text)).toBe(true)
})

describe('looking for links', () => {
  // The pattern that was in use until its time was bounded. It says what a link is, and takes the square of a text.
  const siteEndings =
    'com|net|org|info|biz|xyz|online|site|website|store|shop|club|link|click|casino|icu|agency|digital'
  const slowLink = new RegExp(
    [
      String.raw`[a-z][a-z\d+.-]*:\/\/`,
      String.raw`\bwww\.`,
      String.raw`<a\s|\[url\b`,
      String.raw`(?:[\p{L}\d-]{2,}\.(?:${siteEndings})|[\p{L}\d-]{4,}\.(?:ru|cn|io|cc|tk))(?![\p{L}\d-])`,
      String.raw`[\p{L}\d-]+\.\p{L}{2,}\/\S`,
    ].join('|'),
    'iu',
  )
  const parts = [
    ...['a', 'Я', '𝒜', 'ſ', '1', '-', '.', '/', ' ', '\n', ':', '://', '+', '\u0301', '\u{1F600}'],
    ...['com', 'ru', 'www', 'WWW.', '<a', '[url', 'Casino', 'http'],
  ]

  it('hasLink agrees with the slow pattern on every text of up to three parts', () => {
    const texts = (length: number): string[] =>
      length === 0 ? [''] : texts(length - 1).flatMap((text) => parts.map((part) => text + part))
    for (const text of texts(3)) expect([text, hasLink(text)]).toEqual([text, slowLink.test(text)])
  })

  it('hasLink agrees with the slow pattern on longer random texts', () => {
    const random = new SeededRandom(20_260_105)
    const found = { link: 0, none: 0 }
    for (let turn = 0; turn < 30_000; turn++) {
      const text = Array.from({ length: 4 + (turn % 7) }, () => parts[random.below(parts.length)]).join('')
      if (hasLink(text) !== slowLink.test(text)) expect.fail(`differs for ${JSON.stringify(text)}`)
      found[hasLink(text) ? 'link' : 'none'] += 1
    }
    expect(Math.min(found.link, found.none)).toBeGreaterThan(3_000)
  })

  const pieces = [
    ...['a', 'Z', '7', '-', '.', '/', ':', '+', ' ', '王', 'é', '\u{1D49C}', '\u0301', 'e\u0301', '\u{1F600}'],
    ...[
      ...['http', 'http:', 'a.', 'ab.', 'a-', '1.', 'www', 'www ', 'abcd.r', 'ab.co', 'ab.comx', 'a.b/ ', '://', '<'],
      '[ur',
    ],
    ...['\u{1D49C}.', 'a.\u{1D49C}', 'aaaa.ru-', 'a.aa/ '],
  ]
  const text = (piece: string, length: number) => piece.repeat(length / piece.length)

  test.each(pieces)('takes less than a millisecond in 2,000 characters of %j', (piece) => {
    for (const hostile of [text(piece, 2_000), `a${text(piece, 1_998)}.`, `${text(piece, 1_990)}://`]) {
      const times = Array.from({ length: 7 }, () => {
        const begun = performance.now()
        hasLink(hostile)
        return performance.now() - begun
      })
      expect(Math.min(...times)).toBeLessThan(1)
    }
  })

  test.each(pieces)('takes time in proportion to the length of a text of %j', (piece) => {
    const begun = performance.now()
    hasLink(text(piece, 200_000))
    // The slow pattern took minutes.
    expect(performance.now() - begun).toBeLessThan(500)
  })
})

it('a form-start token has its time and only this installation can make it', () => {
  const clock = new TestClock(receivedAt)
  const { token } = startForm({ serverKey, clock })
  expect(formStartedAt(serverKey, token)).toEqual(receivedAt)
  expect(formStartedAt(Buffer.alloc(32, 7), token)).toBeUndefined()
})

it('stored reasons are read back, without unknown ones', () => {
  expect(readReasons(storedReasons(quarantineReasons))).toEqual(quarantineReasons)
  expect(storedReasons([])).toBeNull()
  expect(readReasons(null)).toEqual([])
  expect(readReasons('decoy,forgotten')).toEqual(['decoy'])
})
