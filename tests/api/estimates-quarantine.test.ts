import { expect, test } from 'vitest'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const server = sharedApp({ settings: trustLoopback })

async function submit(input: Parameters<typeof estimateInput>[0]) {
  return await server.call('estimates.submit', estimateInput({ ...newVisitor(), ...input }), fromElsewhere())
}

const rowOf = (reference: string) => server.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })

async function openForm(): Promise<string> {
  return (await server.call('estimates.openForm', undefined)).json().result.data.token
}

test('a request that looks wrong gets the answer of any other that has no email to the visitor', async () => {
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

test('a request that looks wrong is recognized by the age of its form', async () => {
  const reasons = []
  for (const waitMs of [2_000, 3_000, 90_000]) {
    const formToken = await openForm()
    server.clock.advance(waitMs)
    const answer = await submit({ formToken })
    reasons.push((await rowOf(answer.json().result.data.reference)).quarantineReasons)
  }
  expect(reasons).toEqual(['too-fast', null, null])
})
