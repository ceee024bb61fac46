import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { estimateFormSchema } from '#client/features/estimate-form/form-values.ts'
import { createRequestKey } from '#client/features/estimate-form/request-key.ts'
import { submitEstimate } from '#client/features/estimate-form/submit-estimate.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import type { EstimateInput } from '#shared/estimates/estimate-input.ts'

function countingKeys() {
  let made = 0
  return createRequestKey(() => `key-${++made}`)
}

const conflict = () => TRPCClientError.from({ error: { message: 'No.', code: -32009, data: { code: 'CONFLICT' } } })

const estimate = estimateFormSchema.parse({
  ...emptyForm,
  name: 'Ada Romero',
  email: 'ada@example.com',
  projectType: 'other',
  location: 'Queens',
  timeline: 'asap',
  budgetRange: 'under-10k',
})

describe('a request key', () => {
  it('a request key is made once', () => {
    const key = countingKeys()
    expect([key.current(), key.current()]).toEqual(['key-1', 'key-1'])
  })

  it('a request key stays after a failed submission', () => {
    const key = countingKeys()
    key.current()
    key.settle('failed')
    expect(key.current()).toBe('key-1')
  })

  it.each(['accepted', 'conflict'] as const)('a new request key follows "%s"', (outcome) => {
    const key = countingKeys()
    key.current()
    key.settle(outcome)
    expect(key.current()).toBe('key-2')
  })
})

describe('whether a submission may have arrived', () => {
  it('photos alone do not say so, and a submission says so before it leaves', () => {
    const stored: boolean[] = []
    const key = createRequestKey(
      () => 'key',
      () => stored.push(key.mayHaveArrived()),
    )
    key.current()
    expect(key.mayHaveArrived()).toBe(false)
    expect([key.forSubmission(), key.forSubmission()]).toEqual(['key', 'key'])
    expect(stored).toEqual([false, true])
    key.settle('failed')
    expect(key.mayHaveArrived()).toBe(true)
    key.settle('accepted')
    expect(key.mayHaveArrived()).toBe(false)
  })

  it('a key of an earlier visit says so, and no key does not', () => {
    const key = countingKeys()
    key.adopt('earlier', true)
    expect(key.mayHaveArrived()).toBe(true)
    key.adopt(undefined, true)
    expect(key.mayHaveArrived()).toBe(false)
  })
})

describe('sending', () => {
  it('a second conflict is not sent again', async () => {
    let sends = 0
    const alwaysConflict = async () => {
      sends++
      throw conflict()
    }
    await expect(submitEstimate(estimate, countingKeys(), () => [], alwaysConflict)).rejects.toThrow('No.')
    expect(sends).toBe(2)
  })

  it('photos go with each key that is sent', async () => {
    const sent: unknown[] = []
    const conflictOnce = async ({ requestKey, photos }: EstimateInput) => {
      sent.push({ requestKey, photos })
      if (sent.length === 1) throw conflict()
      return { reference: 'K7MW-4XQ2' }
    }
    await submitEstimate(estimate, countingKeys(), (key) => [`photo-of-${key}`], conflictOnce)
    expect(sent).toEqual([
      { requestKey: 'key-1', photos: ['photo-of-key-1'] },
      { requestKey: 'key-2', photos: ['photo-of-key-2'] },
    ])
  })
})
