import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'

/** What a file of requests has about one of them besides what the list has. Instants are ISO texts. */
export type ExportDetails = Pick<ProjectEstimate, 'id' | 'outcome' | 'outcomeReason' | 'followUpOn'> & {
  readonly dueAt: string | null
  readonly quarantinedAt: string | null
  readonly spamAt: string | null
  /** The address of whoever has it. */
  readonly assignee: string | null
  /** Its notes and contacts, oldest first. The form of the details depends on the kind; see shared/estimates/estimate-work.ts. */
  readonly entries: readonly {
    readonly at: string
    readonly by: string | null
    readonly kind: string
    readonly details: Readonly<Record<string, unknown>>
  }[]
}

/** The fields that are columns, by the names that they have in the database. */
export const exportedColumns = {
  id: 'project_estimates.id',
  outcome: 'outcome',
  outcomeReason: 'outcome_reason',
  followUpOn: 'follow_up_on',
  dueAt: 'due_at',
  quarantinedAt: 'quarantined_at',
  spamAt: 'spam_at',
  assignee: 'users.email',
} as const satisfies Record<Exclude<keyof ExportDetails, 'entries'>, string>
