import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'

/** What the staff sees of a request, and the columns that it is kept in. */
export const listedColumns = {
  id: 'id',
  reference: 'reference',
  name: 'name',
  email: 'email',
  phone: 'phone',
  projectType: 'project_type',
  projectDescription: 'project_description',
  location: 'location',
  timeline: 'timeline',
  budgetRange: 'budget_range',
  squareFootage: 'square_footage',
  propertyType: 'property_type',
  specificRequirements: 'specific_requirements',
  urgent: 'urgent',
  status: 'status',
  createdAt: 'created_at',
  firstContactAt: 'first_contact_at',
  dueAt: 'due_at',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

/** A request as the staff's list has it. */
export type ListedEstimate = Pick<ProjectEstimate, keyof typeof listedColumns>
