import { expect, it } from 'vitest'
import { estimateDigests } from '#server/estimates/submit/estimate-digests.ts'
import { estimateRequest } from '#tests/support/estimates/estimate-input.ts'

// These were made by version 0.1.0, whose rows have such digests. A change would take a repeated estimate for a new
// one.
const stored = {
  valuesDigest: 'yD2OYLekew75JjTPzpK8O8x4_QfgOT2dMdTXLVaWTT8',
  senderDigest: 'PRUJ2-1EG5QUNHpac7YlK6WNqr5Rmi-nRAkiD85pRlE',
}
const storedWithoutOptional = {
  valuesDigest: '3dHVKuRUeZVgGbJ01gdPk4BCLUjum1xiWQL4b-MID98',
  senderDigest: '24ZQAt-gQRJuI_dIVcQ3m3hazdEf27rWNIqNEEcaIKM',
}

it('the digests of an estimate are those that earlier versions stored', () => {
  expect(estimateDigests(estimateRequest({ squareFootage: 180 }), '203.0.113.7')).toEqual(stored)
})

it('the digests of an estimate without optional answers are those that earlier versions stored', () => {
  const answers = {
    phone: '',
    projectType: 'other',
    projectDescription: '',
    timeline: 'asap',
    budgetRange: 'under-10k',
    squareFootage: null,
    propertyType: '',
    specificRequirements: '',
    urgent: true,
  } as const
  expect(estimateDigests(estimateRequest(answers), '203.0.113.7')).toEqual(storedWithoutOptional)
})

it('another best time to call makes another estimate', () => {
  const { valuesDigest } = estimateDigests(estimateRequest({ squareFootage: 180, bestTime: 'evening' }), '203.0.113.7')
  expect(valuesDigest).not.toBe(stored.valuesDigest)
})
