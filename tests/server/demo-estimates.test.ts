import { expect, it } from 'vitest'
import { demoEstimates } from '#server/demo/estimates.ts'
import { demoPhotos } from '#server/demo/photos.ts'
import { screen } from '#server/estimates/submit/spam-check.ts'
import { dayMs } from '#shared/durations.ts'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import { maxPhotos } from '#shared/estimates/photos.ts'
import { estimateRequest } from '#tests/support/estimates/estimate-input.ts'

const now = new Date('2026-06-15T15:00:00.000Z')
const requests = demoEstimates(300, now)
const ageDays = ({ createdAt }: (typeof requests)[number]) => (now.getTime() - createdAt.getTime()) / dayMs

it('the same count and time give the same estimates', () => {
  expect(demoEstimates(300, now)).toEqual(requests)
})

it('the form could have sent each estimate', () => {
  for (const estimate of requests) {
    const { id, reference, status, createdAt, valuesDigest, senderDigest, ...values } = estimate
    const { dueAt, quarantinedAt, quarantineReasons, formVerified, ...keyed } = values
    const { emailKey, phoneDigits, otherPhoneDigits, nameKey, searchText, ...touched } = keyed
    const { leadSource, utmMedium, utmCampaign, referrerHost, landingPath, ...request } = touched
    const sent = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
    expect(estimateInputSchema.safeParse(sent).error).toBeUndefined()
  }
  for (const unique of ['id', 'reference', 'requestKey'] as const)
    expect(new Set(requests.map((request) => request[unique])).size).toBe(300)
})

it('a few estimates are quarantined without a deadline', () => {
  const quarantine = requests.filter(({ quarantinedAt }) => quarantinedAt)
  expect(quarantine.map(({ quarantineReasons }) => quarantineReasons)).toEqual([
    'link-in-name',
    'decoy',
    'too-fast',
    'decoy',
    'link-in-name',
  ])
  for (const { dueAt, quarantinedAt, quarantineReasons } of requests)
    expect([dueAt === null, quarantineReasons !== null]).toEqual([quarantinedAt !== null, quarantinedAt !== null])
  const keyless = { serverKey: Buffer.alloc(32), receivedAt: now }
  for (const { name, quarantineReasons } of requests)
    expect(screen({ ...estimateRequest(), name }, keyless).reasons.length > 0).toBe(
      quarantineReasons === 'link-in-name',
    )
})

it('the estimates are of the last six months, and old ones are mostly completed', () => {
  for (const request of requests) {
    expect(ageDays(request)).toBeGreaterThan(0)
    expect(ageDays(request)).toBeLessThan(184)
  }
  const old = requests.filter((request) => ageDays(request) > 90)
  expect(old.filter(({ status }) => status === 'completed').length).toBeGreaterThan(old.length * 0.8)
  expect(new Set(requests.map(({ status }) => status))).toEqual(new Set(estimateStatuses))
})

it('urgent and other estimates occur, with and without each optional answer', () => {
  for (const field of [
    'phone',
    'projectDescription',
    'squareFootage',
    'propertyType',
    'specificRequirements',
  ] as const) {
    const given = requests.filter((request) => request[field] !== null).length
    expect(given).toBeGreaterThan(30)
    expect(given).toBeLessThan(300)
  }
  expect(requests.filter(({ urgent }) => urgent).length).toBeGreaterThan(10)
})

it('some requests of each common type have drawn photos, up to six, with a name and an id of their own', () => {
  const photos = demoPhotos(requests)
  expect(demoPhotos(requests)).toEqual(photos)
  const byRequest = new Map<string, number>()
  for (const { estimateId } of photos) byRequest.set(estimateId, (byRequest.get(estimateId) ?? 0) + 1)
  expect(byRequest.size).toBeGreaterThan(30)
  expect(byRequest.size).toBeLessThan(150)
  const counts = [...byRequest.values()]
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, maxPhotos])
  expect(new Set(photos.map(({ id }) => id)).size).toBe(photos.length)
  const types = new Set(requests.filter(({ id }) => byRequest.has(id)).map(({ projectType }) => projectType))
  for (const type of ['kitchen-remodel', 'bathroom-remodel', 'home-addition', 'commercial'])
    expect(types).toContain(type)
})
