import { expect, it } from 'vitest'
import { z } from 'zod'
import { randomUuid } from '#client/lib/random-uuid.ts'

it('makes a version 4 UUID also where the browser offers only random bytes', () => {
  const bytesAlone = { getRandomValues: crypto.getRandomValues.bind(crypto) }
  const made = Array.from({ length: 200 }, () => randomUuid(bytesAlone))
  for (const uuid of made) expect(z.uuidv4().safeParse(uuid).success, uuid).toBe(true)
  expect(new Set(made).size).toBe(200)
})

it("uses the browser's own where there is one", () => {
  expect(z.uuidv4().safeParse(randomUuid()).success).toBe(true)
})
