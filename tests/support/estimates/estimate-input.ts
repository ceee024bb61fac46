import { randomUUID } from 'node:crypto'
import { type CheckedEstimate, type EstimateInput, estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { answers } from './answers.ts'

/** The input of `estimates.submit`. */
export function estimateInput(overrides: Partial<EstimateInput> = {}): EstimateInput {
  return { ...answers, requestKey: randomUUID(), ...overrides }
}

/** The same after the schema has checked it. */
export function estimateRequest(overrides: Partial<EstimateInput> = {}): CheckedEstimate {
  return estimateInputSchema.parse(estimateInput(overrides))
}

/** A name and an address that no other estimate has: many from one address would be quarantined. */
export function newVisitor(): { name: string; email: string } {
  const id = randomUUID()
  return { name: `Visitor ${id}`, email: `visitor-${id}@example.com` }
}
