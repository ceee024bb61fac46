import { randomUUID } from 'node:crypto'
import { type CheckedEstimate, type EstimateInput, estimateInputSchema } from '#shared/estimates/estimate-input.ts'

/** What a visitor may send; every field can be set. */
export function estimateInput(overrides: Partial<EstimateInput> = {}): EstimateInput {
  return {
    name: 'Ada Romero',
    email: 'ada.romero@example.com',
    phone: '(718) 555-0110',
    projectType: 'kitchen-remodel',
    projectDescription: 'New cabinets and an island.\nThe window stays.',
    location: 'Astoria, NY 11102',
    timeline: '1-2-months',
    budgetRange: '50k-100k',
    squareFootage: 180,
    propertyType: 'condo',
    specificRequirements: 'Freight elevator only before 4 PM.',
    urgent: false,
    requestKey: randomUUID(),
    ...overrides,
  }
}

/** A name and an address that no other request has: many from one address would be set aside. */
export function newVisitor(): { name: string; email: string } {
  const id = randomUUID()
  return { name: `Visitor ${id}`, email: `visitor-${id}@example.com` }
}

/** The same after the schema has checked it. */
export function estimateRequest(overrides: Partial<EstimateInput> = {}): CheckedEstimate {
  return estimateInputSchema.parse(estimateInput(overrides))
}
