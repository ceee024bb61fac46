import type { EstimateFields } from '#shared/estimates/estimate-input.ts'

/** The answers of the visitor that most tests are about. */
export const answers = {
  name: 'Ada Romero',
  email: 'ada.romero@example.com',
  phone: '(718) 555-0110',
  projectType: 'kitchen-remodel',
  projectDescription: 'New cabinets and an island.\nThe window stays.',
  location: 'Astoria, NY 11102',
  timeline: '1-2-months',
  budgetRange: '50k-100k',
  squareFootage: 1250,
  propertyType: 'condo',
  specificRequirements: 'Freight elevator only before 4 PM.',
  urgent: false,
} as const satisfies EstimateFields
