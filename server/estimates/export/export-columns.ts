import type { ListedEstimate, ListedWork } from '#server/database/queries/estimate-list-query.ts'
import type { ExportDetails } from '#server/database/queries/export-query.ts'
import { newYorkTime } from '#shared/calendar-days.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { statusLabel } from '#shared/estimates/estimate-status.ts'
import { type EstimateField, estimateFields, staffFieldNames } from '#shared/estimates/fields.ts'
import { truncateText } from '#shared/field-atoms.ts'
import type { Cell } from './table-file.ts'

type ExportedEstimate = {
  readonly estimate: ListedEstimate & ListedWork
  readonly details: ExportDetails
  readonly notes: readonly [string | null, string | null]
}

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

const answerColumn = (field: EstimateField): Column => [estimateFields[field].staffLabel, answerCell(field)]

/** It stands at the end, since spreadsheets of earlier exports count on the places of the others. */
const laterField = 'bestTime'

const columns: readonly Column[] = [
  ['Reference', ({ estimate }) => estimate.reference],
  ...staffFieldNames.filter((field) => field !== laterField).map(answerColumn),
  ['Status', ({ estimate }) => statusLabel(estimate.status)],
  ['Outcome', ({ details }) => details.outcome],
  ['Outcome reason', ({ details }) => details.outcomeReason],
  ['Assigned to', ({ details }) => details.assignee],
  ['Follow-up', ({ details }) => details.followUpOn],
  ['Spam', ({ details }) => spamLabels(details)],
  ...moment('Submitted', ({ estimate }) => estimate.createdAt),
  ...moment('Answer due', ({ details }) => details.dueAt),
  ...moment('First contact', ({ estimate }) => estimate.firstContactAt),
  ['Notes and contacts', ({ notes }) => notes[0]],
  ['Source', ({ estimate }) => estimate.source],
  ['Notes and contacts, continued', ({ notes }) => notes[1]],
  ['Proposal promised', ({ estimate }) => estimate.proposalPromisedOn],
  ['Proposal due', ({ estimate }) => estimate.proposalDueOn],
  ...moment('Proposal sent', ({ estimate }) => estimate.proposalSentAt),
  ['Proposal amount ($)', ({ estimate: { proposalCents } }) => (proposalCents === null ? null : proposalCents / 100)],
  ['Photos', ({ estimate }) => estimate.photos],
  answerColumn(laterField),
  ['Lead source', ({ estimate }) => estimate.leadSource],
  ['Medium', ({ details }) => details.utmMedium],
  ['Campaign', ({ details }) => details.utmCampaign],
  ['Referring site', ({ details }) => details.referrerHost],
  ['First page', ({ details }) => details.landingPath],
]

export const exportHeadings = columns.map(([heading]) => heading)

export function exportCells({ estimate, details }: Omit<ExportedEstimate, 'notes'>): Cell[] {
  const exported = { estimate, details, notes: noteCells(details.entries.map(entryWords).join('\n')) }
  return columns.map(([, cell]) => cell(exported))
}

/** Excel cuts a longer cell of a CSV file without a word, and refuses a workbook that has one. */
const maxCellLength = 32_767
/** The apostrophe before what looks like a formula takes one character. */
const maxTextLength = maxCellLength - 1

/** Nothing but notes can be longer than a cell. */
function noteCells(text: string): ExportedEstimate['notes'] {
  const [first, rest] = splitText(text, '\n[goes on in the column “Notes and contacts, continued”]')
  const [second] = splitText(rest, '\n[the rest is only in the dashboard]')
  return [first || null, second || null]
}

function splitText(text: string, mark: string): [start: string, rest: string] {
  if (text.length <= maxTextLength) return [text, '']
  const start = truncateText(text, maxTextLength - mark.length)
  return [start + mark, text.slice(start.length)]
}

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
