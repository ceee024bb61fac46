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
  erasedAt: 'erased_at',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

export type ListedEstimate = Pick<ProjectEstimate, keyof typeof listedColumns>

/** The work on a listed estimate, as columns of project_estimates. */
export const listedWorkColumns = {
  version: 'version',
  outcome: 'outcome',
  followUpOn: 'follow_up_on',
  assigneeEmail: '(SELECT users.email FROM users WHERE users.id = assignee_id)',
  assigneeName: '(SELECT users.name FROM users WHERE users.id = assignee_id)',
} as const

export type ListedWork = Pick<ProjectEstimate, 'version' | 'outcome' | 'followUpOn'> & {
  readonly assigneeEmail: string | null
  readonly assigneeName: string | null
}
