/** The statuses a request goes through; a new one starts with the first. */
export const estimateStatuses = ['new', 'in_progress', 'completed'] as const

/** What people read for a stored status, which may be one that this version does not know; New where it has none. */
export function statusLabel(status: string | null): string {
  return status ? status.replaceAll('_', ' ') : 'New'
}
