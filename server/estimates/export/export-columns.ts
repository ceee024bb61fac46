import type { ListedEstimate } from '#server/database/queries/estimate-list-query.ts'
import type { ExportDetails } from '#server/database/queries/export-query.ts'
import { newYorkTime } from '#shared/calendar-days.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { statusLabel } from '#shared/estimates/estimate-status.ts'
import { type EstimateField, estimateFields, staffFieldNames } from '#shared/estimates/fields.ts'

type ExportedEstimate = { readonly estimate: ListedEstimate; readonly details: ExportDetails }

type Cell = string | number | null
type Column = readonly [heading: string, cell: (exported: ExportedEstimate) => Cell]

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

/** Keeps numbers, so that spreadsheets can add them up. */
const answerCell =
  (field: EstimateField) =>
  ({ estimate }: ExportedEstimate): Cell => {
    const answer = estimate[field]
    if (typeof answer === 'boolean') return answer ? 'yes' : 'no'
    return typeof answer === 'number' ? answer : answerText(estimate, field)
  }

export const exportColumns: readonly Column[] = [
  ['Reference', ({ estimate }) => estimate.reference],
  ...staffFieldNames.map((field): Column => [estimateFields[field].staffLabel, answerCell(field)]),
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
  ['Source', ({ estimate }) => estimate.source],
]

function spamLabels({ quarantinedAt, spamAt }: ExportDetails): string | null {
  if (spamAt !== null) return 'confirmed'
  return quarantinedAt === null ? null : 'possible'
}

function entryWords({ at, by, kind, details }: ExportDetails['entries'][number]): string {
  const { text, channel, note } = details
  const said = kind === 'note' ? [text] : kind === 'withdrawn' ? [`${channel} withdrawn`] : [channel, note]
  const origin = `${newYorkTime(new Date(at))} ${by ?? ''}`.trimEnd()
  return [origin, ...said.filter((part) => typeof part === 'string')].join(': ')
}
