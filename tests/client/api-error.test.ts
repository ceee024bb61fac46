import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { errorCode, fieldErrors } from '#client/lib/api-error.ts'

const answered = (data: unknown) => TRPCClientError.from({ error: { message: 'No.', code: -32600, data } } as never)

describe('an API error', () => {
  it('has the code and the first message of each field', () => {
    const error = answered({ code: 'BAD_REQUEST', fieldErrors: { name: ['Too short.', 'Odd.'], email: ['Wrong.'] } })
    expect(errorCode(error)).toBe('BAD_REQUEST')
    expect(fieldErrors(error)).toEqual({ name: 'Too short.', email: 'Wrong.' })
  })

  it.each([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['an answer without data', answered(undefined)],
    ['an answer of something else than our server', answered({ code: 7, fieldErrors: { name: 'text', email: [3] } })],
    ['an answer with a list for fields', answered({ fieldErrors: [null] })],
    ['nothing', undefined],
  ])('has neither code nor messages for %s', (_name, error) => {
    expect(errorCode(error)).toBeUndefined()
    expect(fieldErrors(error)).toEqual({})
  })
})
