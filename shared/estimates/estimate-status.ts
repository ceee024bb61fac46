/** A new estimate has the first one. */
export const estimateStatuses = ['new', 'in_progress', 'completed'] as const

/** The label of a stored status, which may be unknown to this version. */
export function statusLabel(status: string | null): string {
  return status ? status.replaceAll('_', ' ') : 'New'
}
