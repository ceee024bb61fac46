import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp({ settings: trustLoopback })
})
afterAll(() => server.dispose())

async function submit(input: Parameters<typeof estimateInput>[0]) {
  return await server.call('estimates.submit', estimateInput({ ...newVisitor(), ...input }), fromElsewhere())
}

const rowOf = (reference: string) => server.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })

async function openForm(): Promise<string> {
  return (await server.call('estimates.openForm', undefined)).json().result.data.token
}

describe('a request that looks wrong', () => {
  test('gets the answer of any other that has no email to the visitor', async () => {
    const { email } = newVisitor()
    for (let count = 0; count < 10; count += 1) {
      const answer = await submit({ email })
      expect([answer.statusCode, answer.json()]).toEqual([200, { result: { data: { reference: expect.any(String) } } }])
    }
    const answers = [await submit({ email }), await submit({ remarks: 'x' }), await submit({ formToken: 'forged' })]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ result: { data: { reference: expect.any(String), emailed: false } } })
    }
    const rows = await Promise.all(answers.map((answer) => rowOf(answer.json().result.data.reference)))
    expect(rows.map(({ quarantineReasons }) => quarantineReasons)).toEqual([null, 'decoy', 'bad-token'])
  })

  test('is recognized by the age of its form', async () => {
    const reasons = []
    for (const waitMs of [2_000, 3_000, 90_000]) {
      const formToken = await openForm()
      server.clock.advance(waitMs)
      const answer = await submit({ formToken })
      reasons.push((await rowOf(answer.json().result.data.reference)).quarantineReasons)
    }
    expect(reasons).toEqual(['too-fast', null, null])
  })

  test('causes both emails once it is released, and they name the day after the release', async () => {
    const visitor = newVisitor()
    const { reference } = (await submit({ ...visitor, remarks: 'x' })).json().result.data
    const { id } = await rowOf(reference)
    server.clock.advance(3 * 24 * 60 * minuteMs)
    const mails = () => server.sent.filter(({ text }) => text.includes(reference))
    expect(mails()).toEqual([])

    const staff = await signedIn(server, { role: 'staff' })
    const released = await server.call('estimates.release', { id, version: 1 }, staff.headers)
    expect(released.statusCode).toBe(200)
    await expect.poll(() => mails().length).toBe(2)
    // Sent in on Monday at 3:10 PM.
    const toVisitor = mails().find(({ to }) => to.includes(visitor.email))
    expect(toVisitor?.text).toMatch(/we will contact you by tomorrow \(Fri, Jan 9\), 3 PM New York time/)
  })
})
