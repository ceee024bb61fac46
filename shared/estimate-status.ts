/** The statuses a request goes through; a new one starts with the first. */
export const estimateStatuses = ['new', 'in_progress', 'completed'] as const
