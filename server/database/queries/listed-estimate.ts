import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { answerColumns } from './answer-columns.ts'

/** The fields of an estimate as the staff reads it, with their columns. */
export const listedColumns = {
  id: 'id',
  reference: 'reference',
  ...answerColumns,
  status: 'status',
  createdAt: 'created_at',
  firstContactAt: 'first_contact_at',
  dueAt: 'due_at',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

/** An estimate as the staff's list has it. */
export type ListedEstimate = Pick<ProjectEstimate, keyof typeof listedColumns>
