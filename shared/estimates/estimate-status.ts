export const estimateStatuses = ['new', 'in_progress', 'completed'] as const

/** The work is done, and the retention time begins. */
export const completedStatus = 'completed' satisfies (typeof estimateStatuses)[number]

export function statusLabel(status: string | null): string {
  return status ? status.replaceAll('_', ' ') : 'New'
}
