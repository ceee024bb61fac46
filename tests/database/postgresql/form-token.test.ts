import { afterAll, beforeAll, expect, test } from 'vitest'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let one: TestApp
let other: TestApp

beforeAll(async () => {
  one = await createTestApp()
  other = await createTestApp({ beside: one })
})
afterAll(async () => {
  await other.dispose()
  await one.dispose()
})

async function reasonsFor(formToken: string): Promise<string | null> {
  const answer = await other.call('estimates.submit', estimateInput({ ...newVisitor(), formToken }))
  const { reference } = answer.json().result.data
  return (await one.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })).quarantineReasons
}

test('a process checks the age of form tokens that another process made, and detects forgeries', async () => {
  const { token } = (await one.call('estimates.openForm', undefined)).json().result.data
  one.clock.advance(2_000)
  expect(await reasonsFor(token)).toBe('too-fast')
  one.clock.advance(1_000)
  expect(await reasonsFor(token)).toBeNull()
  expect(await reasonsFor(`${one.clock.now().getTime().toString(36)}.${token.split('.')[1]}`)).toBe('bad-token')
})
