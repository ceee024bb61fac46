import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { answerColumns } from './answer-columns.ts'

export const listedColumns = {
  id: 'id',
  reference: 'reference',
  ...answerColumns,
  status: 'status',
  createdAt: 'created_at',
  firstContactAt: 'first_contact_at',
  dueAt: 'due_at',
  quarantineReasons: 'quarantine_reasons',
  source: 'source',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

export type ListedEstimate = Pick<ProjectEstimate, keyof typeof listedColumns>
