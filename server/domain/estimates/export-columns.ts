import type { ExportDetails } from '#server/database/queries/export-query.ts'
import type { ListedEstimate } from '#server/database/queries/listed-estimate.ts'
import { newYorkTime } from '#shared/calendar-days.ts'
import { statusLabel } from '#shared/estimate-status.ts'
import { budgetRanges, optionLabel, projectTypes, propertyTypes, timelines } from '#shared/options.ts'

/** All that a file has about a request. */
type ExportedEstimate = { readonly estimate: ListedEstimate; readonly details: ExportDetails }

type Cell = string | number | null
type Column = readonly [heading: string, cell: (exported: ExportedEstimate) => Cell]

/** A moment as programs read it, and as people in New York do. */
function moment(label: string, of: (exported: ExportedEstimate) => Date | string | null): Column[] {
  const instant = (exported: ExportedEstimate) => {
    const value = of(exported)
    return value === null ? null : new Date(value)
  }
  return [
    [`${label} (New York)`, (exported) => formatted(instant(exported), newYorkTime)],
    [`${label} (UTC)`, (exported) => formatted(instant(exported), (at) => at.toISOString())],
  ]
}

function formatted(instant: Date | null, format: (instant: Date) => string): string | null {
  return instant && format(instant)
}

/** The columns of the file, from left to right. */
export const exportColumns: readonly Column[] = [
  ['Reference', ({ estimate }) => estimate.reference],
  ['Name', ({ estimate }) => estimate.name],
  ['E-mail', ({ estimate }) => estimate.email],
  ['Phone', ({ estimate }) => estimate.phone],
  ['Project type', ({ estimate }) => optionLabel(projectTypes, estimate.projectType)],
  ['Location', ({ estimate }) => estimate.location],
  ['Property type', ({ estimate }) => estimate.propertyType && optionLabel(propertyTypes, estimate.propertyType)],
  ['Square footage', ({ estimate }) => estimate.squareFootage],
  ['Timeline', ({ estimate }) => optionLabel(timelines, estimate.timeline)],
  ['Budget', ({ estimate }) => optionLabel(budgetRanges, estimate.budgetRange)],
  ['Description', ({ estimate }) => estimate.projectDescription],
  ['Requirements', ({ estimate }) => estimate.specificRequirements],
  ['Urgent', ({ estimate }) => (estimate.urgent ? 'yes' : 'no')],
  ['Status', ({ estimate }) => statusLabel(estimate.status)],
  ['Outcome', ({ details }) => details.outcome],
  ['Outcome reason', ({ details }) => details.outcomeReason],
  ['Assigned to', ({ details }) => details.assignee],
  ['Follow-up', ({ details }) => details.followUpOn],
  ['Spam', ({ details }) => spamLabels(details)],
  ...moment('Submitted', ({ estimate }) => estimate.createdAt),
  ...moment('Answer due', ({ details }) => details.dueAt),
  ...moment('First contact', ({ estimate }) => estimate.firstContactAt),
  ['Notes and contacts', ({ details }) => details.entries.map(entryWords).join('\n') || null],
]

function spamLabels({ quarantinedAt, spamAt }: ExportDetails): string | null {
  if (spamAt !== null) return 'confirmed'
  return quarantinedAt === null ? null : 'possible'
}

/** When and who, then a note as it was written, or how somebody was reached. */
function entryWords({ at, by, kind, details }: ExportDetails['entries'][number]): string {
  const { text, channel, note } = details
  const said = kind === 'note' ? [text] : [channel, note]
  const origin = `${newYorkTime(new Date(at))} ${by ?? ''}`.trimEnd()
  return [origin, ...said.filter((part) => typeof part === 'string')].join(': ')
}
