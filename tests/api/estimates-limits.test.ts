import { afterEach, expect, test } from 'vitest'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

let server: TestApp
afterEach(() => server.dispose())

const names = Array.from({ length: 8 }, (_, index) => `Visitor ${index}`)

test('B10 too many estimates are refused with 429, the time to wait, and the company’s number', async () => {
  server = await createTestApp()
  const answers = []
  for (const name of names) answers.push(await server.call('estimates.submit', estimateInput({ name })))
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(await server.database.read.projectEstimate.count()).toBe(5)
  expect(answers.at(-1)?.headers['retry-after']).toBe('60')
  expect(answers.at(-1)?.json().error).toMatchObject({
    message: expect.stringContaining('(212) 555-0142'),
    data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 },
  })
})

test('B10 the calls of one batch count like as many requests', async () => {
  server = await createTestApp()
  const inputs = Object.fromEntries(names.map((name, index) => [index, estimateInput({ name })]))
  const procedures = names.map(() => 'estimates.submit').join(',')
  const answer = await server.call(`${procedures}?batch=1`, inputs)
  const results: { error?: { data: { httpStatus: number } } }[] = answer.json()
  expect(results.filter(({ error }) => !error)).toHaveLength(5)
  expect(results.filter(({ error }) => error?.data.httpStatus === 429)).toHaveLength(3)
  expect(answer.headers['retry-after']).toBe('60')
})
