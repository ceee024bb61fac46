import { statusLabel } from '#shared/estimates/estimate-status.ts'
import type { Assignee, ContactChannel, EstimateOutcome, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { formatDay } from '#shared/formatting.ts'
import { reasonLabels } from './quarantine-labels.ts'

export const outcomeLabels: Record<EstimateOutcome, string> = { open: 'open', won: 'won', lost: 'lost' }

export const channelLabels: Record<ContactChannel, string> = { call: 'Call', email: 'E-mail', visit: 'Visit' }

const emailLabels: Record<string, string> = {
  'estimate.visitor': 'Mail to the visitor',
  'estimate.staff': 'Mail to the office',
}

export function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase())
}

export function capitalizedStatus(status: string): string {
  return capitalized(statusLabel(status))
}

/** `2025-01-31` becomes `Jan 31, 2025`. */
export function dayLabel(day: string): string {
  // Noon UTC is the same day in New York.
  return formatDay(new Date(`${day}T12:00:00Z`))
}

/** Longer texts are in {@link eventText}. */
export function eventLabel(event: TimelineEvent, assignees: readonly Assignee[]): string {
  const emailOf = (id: string | null) => assignees.find((assignee) => assignee.id === id)?.email ?? id ?? 'nobody'
  const day = (value: string | null) => (value ? dayLabel(value) : 'none')
  switch (event.kind) {
    case 'created':
      return 'Request received'
    case 'set_aside':
      return 'Set aside as possible spam'
    case 'released':
      return 'Released: not spam'
    case 'spam':
      return 'Marked as spam'
    case 'status':
      return `Status changed from ${statusLabel(event.from)} to ${statusLabel(event.to)}`
    case 'outcome':
      return event.from === event.to
        ? `Reason for ${event.to} changed`
        : `Outcome changed from ${event.from} to ${event.to}`
    case 'assigned':
      return event.from === null
        ? `Assigned to ${emailOf(event.to)}`
        : `Assigned to ${emailOf(event.to)}, before that to ${emailOf(event.from)}`
    case 'follow_up':
      return event.from === null
        ? `Follow-up set to ${day(event.to)}`
        : `Follow-up changed from ${day(event.from)} to ${day(event.to)}`
    case 'note':
      return 'Note'
    case 'contact':
      return `Contact: ${channelLabels[event.channel]}`
    case 'exported':
      return 'Exported as CSV'
    case 'mail':
      return `${emailLabels[event.mail] ?? `Mail ${event.mail}`}: ${event.state}`
  }
}

export function eventText(event: TimelineEvent): string | undefined {
  if (event.kind === 'note') return event.text
  if (event.kind === 'set_aside') return event.reasons.map((reason) => reasonLabels[reason]).join('\n')
  if (event.kind === 'contact') return event.note ?? undefined
  return event.kind === 'outcome' ? (event.reason ?? undefined) : undefined
}
