import { expect, it } from 'vitest'
import { readFirstTouch } from '#server/estimates/submit/first-touch.ts'

const visit = { source: 'Google', medium: 'cpc', campaign: 'Spring Sale', referrer: 'www.Google.com', landing: '/' }
const nothing = { leadSource: null, utmMedium: null, utmCampaign: null, referrerHost: null, landingPath: null }

it('the lead source is the tag of the link, or else the host that led there, or else direct', () => {
  expect(readFirstTouch(visit)).toEqual({
    leadSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'spring sale',
    referrerHost: 'www.google.com',
    landingPath: '/',
  })
  expect(readFirstTouch({ ...visit, source: null }).leadSource).toBe('www.google.com')
  expect(readFirstTouch({ ...visit, source: ' ', referrer: null }).leadSource).toBe('direct')
  expect(readFirstTouch({})).toEqual({ ...nothing, leadSource: 'direct' })
})

it.each([undefined, null, 'google', 7, []])('of %j nothing was recorded', (noted) => {
  expect(readFirstTouch(noted)).toEqual(nothing)
})

it.each([
  ['markup', '<img src=x onerror=alert(1)>'],
  ['an email address', 'ada@example.com'],
  ['no text', { toString: 'x' }],
  ['unseen characters alone', '\u202e\u2066\u200b\u0000'],
])('a tag with %s is left out', (_what, tag) => {
  expect(readFirstTouch({ ...visit, source: tag, medium: tag, campaign: tag })).toMatchObject({
    leadSource: 'www.google.com',
    utmMedium: null,
    utmCampaign: null,
  })
})

it('a tag loses what nobody sees, and is cut at its limit', () => {
  expect(readFirstTouch({ ...visit, source: '\u202eNews\u0007letter\n May\u2066' }).leadSource).toBe('newsletter may')
  const long = readFirstTouch({ ...visit, source: 'x'.repeat(10_000), campaign: '🏠'.repeat(5_000) })
  expect(long.leadSource).toBe('x'.repeat(100))
  expect(long.utmCampaign).toBe('🏠'.repeat(50))
  // Its small letter is two characters.
  expect(readFirstTouch({ ...visit, source: 'İ'.repeat(100) }).leadSource).toHaveLength(100)
})

it.each(['<b>', 'a b.com', 'https://evil.example/path', 'x'.repeat(101), '.', 7])(
  'the referrer %j is no host',
  (referrer) => {
    expect(readFirstTouch({ ...visit, referrer }).referrerHost).toBeNull()
  },
)

it.each([
  ['/estimate', '/estimate'],
  ['/privacy/', '/privacy'],
  ['/request/aVerySecretTokenOfOneVisitor', '/request'],
  ['/auth/reset', '/auth/reset'],
  ['/admin/estimates/0190a5d4', '/admin/estimates/$id'],
  ['/ada@example.com', '/404'],
  ['/estimate?token=secret', '/404'],
  ['x'.repeat(10_000), '/404'],
])('the first page %s is stored as %s', (landing, stored) => {
  expect(readFirstTouch({ ...visit, landing }).landingPath).toBe(stored)
})
