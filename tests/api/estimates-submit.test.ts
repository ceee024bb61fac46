import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const server = sharedApp()

const submit = 'estimates.submit'

test('an estimate is stored with every answer, and answered with a readable reference', async () => {
  const absent = { squareFootage: null, propertyType: '', phone: ' ', projectDescription: ' ' } as const
  const input = estimateInput({ name: '  Nia Okafor ', bestTime: 'evening', ...absent })
  const answer = await server.call(submit, input)
  expect(answer.statusCode).toBe(200)
  const { reference } = answer.json().result.data
  expect(reference).toMatch(/^[2-9BCDFGHJKMNPQRTVWXYZ]{4}-[2-9BCDFGHJKMNPQRTVWXYZ]{4}$/)
  const row = await server.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })
  expect(row).toMatchObject({
    ...input,
    name: 'Nia Okafor',
    phone: null,
    squareFootage: null,
    propertyType: null,
    projectDescription: null,
    status: 'new',
    createdAt: server.clock.now(),
  })
  expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

const touch = { source: 'google', medium: 'cpc', campaign: 'spring', referrer: 'www.google.com', landing: '/' }

test('an estimate is stored with how its visitor came, which makes no other estimate of it', async () => {
  const input = estimateInput({ requestKey: randomUUID() })
  const first = await server.call(submit, { ...input, firstTouch: touch })
  const again = await server.call(submit, { ...input, firstTouch: { ...touch, source: 'other' } })
  const { reference } = first.json().result.data
  expect(again.json().result.data.reference).toBe(reference)
  expect(await server.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })).toMatchObject({
    leadSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'spring',
    referrerHost: 'www.google.com',
    landingPath: '/',
  })
})

test.each([
  ['of 30 kB', { ...touch, source: 'x'.repeat(10_000), medium: 'y'.repeat(10_000), campaign: 'z'.repeat(10_000) }],
  ['with markup', { ...touch, source: '<script>alert(1)</script>', referrer: '"><img>', landing: '//evil' }],
  ['of another shape', { source: { a: [1] }, landing: 7, more: true }],
  ['that is a text', 'google'],
])('a note %s of how a visitor came never refuses the estimate', async (_what, firstTouch) => {
  expect((await server.call(submit, { ...estimateInput(), firstTouch })).statusCode).toBe(200)
})

test('an estimate causes two emails that the response does not wait for', async () => {
  const announced = () => server.sent.filter((message) => message.text.includes('Nora Twomails'))
  expect((await server.call(submit, estimateInput({ name: 'Nora Twomails' }))).statusCode).toBe(200)
  await expect
    .poll(
      () =>
        announced()
          .map((message) => message.kind)
          .toSorted(),
      { timeout: 10_000 },
    )
    .toEqual(['estimate.staff', 'estimate.visitor'])
})

test('wrong input is refused with the messages of the form and stores nothing', async () => {
  const before = await server.database.read.projectEstimate.count()
  const answer = await server.call(submit, {
    ...estimateInput({ name: 'A', email: 'nobody', squareFootage: 1.5 }),
    projectType: 'castle',
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    error: {
      code: -32600,
      message: 'Please check the highlighted fields.',
      data: {
        code: 'BAD_REQUEST',
        httpStatus: 400,
        fieldErrors: {
          name: ['Name must be at least 2 characters.'],
          email: ['Please enter a valid email address.'],
          squareFootage: ['Please enter the square footage as a whole number.'],
          projectType: ['Please select a project type.'],
        },
      },
    },
  })
  expect(await server.database.read.projectEstimate.count()).toBe(before)
})

test('wrong input is not logged', () => {
  expect(server.log()).not.toContain('nobody')
  expect(server.log()).not.toContain('castle')
})

describe('the sender', () => {
  /** The same values under another key: the same request, if and only if the sender is the same. */
  async function areSameSender(app: TestApp, first: Sender, second: Sender): Promise<boolean> {
    const name = `Sender ${randomUUID()}`
    const references = []
    for (const { address, forwarded } of [first, second]) {
      const answer = await app.app.inject({
        method: 'POST',
        url: `/api/trpc/${submit}`,
        remoteAddress: address,
        headers: { 'content-type': 'application/json', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
        payload: estimateInput({ name }),
      })
      references.push(answer.json().result.data.reference)
    }
    return references[0] === references[1]
  }
  type Sender = { address: string; forwarded?: string }

  test('B9 the sender is the address of the connection, whatever it says about itself', async () => {
    const sender = { address: '203.0.113.5' }
    expect(await areSameSender(server, sender, { ...sender, forwarded: '6.6.6.6' })).toBe(true)
    expect(await areSameSender(server, { ...sender, forwarded: '6.6.6.6' }, { ...sender, forwarded: '7.7.7.7' })).toBe(
      true,
    )
    expect(await areSameSender(server, sender, { address: '203.0.113.6' })).toBe(false)
  })

  test('B9 the sender behind trusted proxies is the right-most address that is none of theirs', async () => {
    const behindProxies = await createTestApp({ settings: { TRUST_PROXY: '10.0.0.0/8, 192.0.2.1' } })
    const proxy = '10.1.2.3'
    const through = (forwarded: string) => ({ address: proxy, forwarded })
    try {
      expect(await areSameSender(behindProxies, through('6.6.6.6'), through('7.7.7.7'))).toBe(false)
      expect(await areSameSender(behindProxies, through('1.1.1.1, 6.6.6.6'), through('2.2.2.2, 6.6.6.6'))).toBe(true)
      expect(await areSameSender(behindProxies, through('6.6.6.6'), through('6.6.6.6, 192.0.2.1, 10.9.9.9'))).toBe(true)
      const stranger = { address: '203.0.113.5' }
      expect(await areSameSender(behindProxies, { ...stranger, forwarded: '6.6.6.6' }, stranger)).toBe(true)
    } finally {
      await behindProxies.dispose()
    }
  })
})
