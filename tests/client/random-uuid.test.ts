import { v4 as randomUuid } from 'uuid'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

it('makes request keys over plain HTTP too, where browsers have no crypto.randomUUID', () => {
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined })
  try {
    const keys = Array.from({ length: 200 }, () => randomUuid())
    expect(new Set(keys).size).toBe(200)
    for (const key of keys) expect(z.uuidv4().safeParse(key).success).toBe(true)
  } finally {
    Reflect.deleteProperty(crypto, 'randomUUID')
  }
  expect(crypto.randomUUID).toBeTypeOf('function')
})
