import { beforeAll, expect, test } from 'vitest'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { trpcClient } from '#tests/support/server/test-app.ts'

let client: ReturnType<typeof trpcClient>

const server = sharedApp()
beforeAll(async () => {
  client = trpcClient(await server.listen())
})

test('gives tRPC’s client refusals from outside of procedures as errors', async () => {
  const tooLong = client.estimates.submit.mutate({ ...estimateInput(), name: 'x'.repeat(70_000) })
  await expect(tooLong).rejects.toMatchObject({
    message: 'The request is too large.',
    data: { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 },
  })
})

test('gives tRPC’s client the errors of each field', async () => {
  await expect(client.estimates.submit.mutate(estimateInput({ email: 'x' }))).rejects.toMatchObject({
    message: 'Please check the highlighted fields.',
    data: { fieldErrors: { email: ['Please enter a valid email address.'] } },
  })
})

test('gives tRPC’s client the result of a call', async () => {
  await expect(client.estimates.submit.mutate(estimateInput())).resolves.toEqual({ reference: expect.any(String) })
})
