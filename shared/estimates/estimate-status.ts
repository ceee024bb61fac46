export const estimateStatuses = ['new', 'in_progress', 'completed'] as const

export function statusLabel(status: string | null): string {
  return status ? status.replaceAll('_', ' ') : 'New'
}
