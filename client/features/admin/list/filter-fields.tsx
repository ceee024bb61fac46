import { NativeSelect, TextInput } from '@mantine/core'
import { displayName } from '#shared/account.ts'
import {
  type AnsweredFilter,
  answeredFilters,
  type EstimateFilter,
  type FollowUpFilter,
  type ProposalFilter,
  proposalFilters,
} from '#shared/estimates/estimate-filter.ts'
import { type Assignee, estimateOutcomes } from '#shared/estimates/estimate-work.ts'
import { budgetRanges, optionLabel, projectTypes, timelines } from '#shared/estimates/options.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { dateLimits } from '../ui/form.tsx'
import { capitalized, capitalizedStatus, dayLabel, outcomeLabels } from '../ui/work-labels.ts'
import type { ChangeSearch } from './use-list-search.ts'

const optionFilters = [
  { key: 'type', label: 'Type', options: projectTypes },
  { key: 'budget', label: 'Budget', options: budgetRanges },
  { key: 'timeline', label: 'Timeline', options: timelines },
] as const

const spamLabels = { quarantined: 'Possible spam', confirmed: 'Marked as spam' } as const

const followUpFilterLabels: Record<FollowUpFilter, string> = {
  due: 'Due today or missed',
  planned: 'Planned',
  none: 'None',
}

export const answeredLabels: Record<AnsweredFilter, string> = {
  yes: 'Answered',
  no: 'Not answered',
  'in-time': `Answered within ${responseHours} h`,
  missed: `Missed ${responseHours} h`,
  pending: `Still within ${responseHours} h`,
  closed: 'Closed without contact',
}

const proposalFilterLabels: Record<ProposalFilter, string> = {
  due: 'To be sent',
  overdue: 'Overdue',
  sent: 'Sent',
  'not-needed': 'Not needed',
}

/** These assignees are not accounts. */
const assigneeLabels = { me: 'Me', none: 'Unassigned' } as const

/** Reports lead to the requests of people who have left the staff. */
const formerColleague = 'a former colleague'

const outcomeOptions = estimateOutcomes.map((value) => ({ value, label: capitalized(outcomeLabels[value]) }))

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

type FilterFieldsProps = {
  filter: EstimateFilter
  assignees: readonly Assignee[] | undefined
  leadSources: readonly string[] | undefined
  change: ChangeSearch
}

/** Includes all filters except the status. Each applies at once. */
export function FilterFields({ filter, assignees, leadSources = [], change }: FilterFieldsProps) {
  const { leadSource, urgent, assignee, overdue, answered, proposal, spam, from, to } = filter
  const assigneeOptions = [
    ...toOptions(assigneeLabels),
    ...(assignees ?? []).map(({ id, ...person }) => ({ value: id, label: displayName(person) })),
  ]
  if (assignee && assignees && !assigneeOptions.some(({ value }) => value === assignee))
    assigneeOptions.push({ value: assignee, label: capitalized(formerColleague) })
  const choices = [
    ...optionFilters,
    { key: 'assignee', label: 'Assigned to', options: assigneeOptions },
    {
      key: 'leadSource',
      label: 'Lead source',
      // A report or a saved view may name one that is rare.
      options: [...new Set([...leadSources, ...(leadSource ? [leadSource] : [])])].map((value) => ({
        value,
        label: value,
      })),
    },
    { key: 'outcome', label: 'Outcome', options: outcomeOptions },
    { key: 'followUp', label: 'Follow-up', options: toOptions(followUpFilterLabels) },
  ] as const
  return (
    <>
      {choices.map(({ key, label, options }) => (
        <FilterSelect
          key={key}
          label={label}
          value={filter[key]}
          options={options}
          onChoose={(value) => change({ [key]: value })}
        />
      ))}
      <FilterSelect
        label="Urgency"
        value={urgent === undefined ? undefined : String(urgent)}
        options={toOptions({ true: 'Urgent', false: 'Not urgent' })}
        onChoose={(value) => change({ urgent: value === undefined ? undefined : value === 'true' })}
      />
      <FilterSelect
        label="Response"
        value={overdue ? 'overdue' : answered}
        options={toOptions({ overdue: 'Overdue', ...answeredLabels })}
        onChoose={(value) =>
          change({
            overdue: value === 'overdue' ? true : undefined,
            answered: answeredFilters.find((each) => each === value),
          })
        }
      />
      <FilterSelect
        label="Proposal"
        value={proposal}
        options={toOptions(proposalFilterLabels)}
        onChoose={(value) => change({ proposal: proposalFilters.find((each) => each === value) })}
      />
      <FilterSelect
        label="Spam"
        value={spam}
        none="Left out"
        options={toOptions(spamLabels)}
        onChoose={(value) => change({ spam: value === 'quarantined' || value === 'confirmed' ? value : undefined })}
      />
      <DayField label="From" day={from} onChoose={(day) => change({ from: day })} />
      <DayField label="To" day={to} onChoose={(day) => change({ to: day })} />
    </>
  )
}

type FilterSelectProps = {
  label: string
  value: string | undefined
  /** Labels the empty option. */
  none?: string
  options: readonly { readonly value: string; readonly label: string }[]
  onChoose: (value: string | undefined) => void
}

function FilterSelect({ label, value, none = 'Any', options, onChoose }: FilterSelectProps) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: none }, ...options]}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
    />
  )
}

type DayFieldProps = { label: string; day: string | undefined; onChoose: (day: string | undefined) => void }

function DayField({ label, day, onChoose }: DayFieldProps) {
  return (
    // The key resets the field when a chip clears the day; until then a half-typed day stays.
    <TextInput
      key={day ?? ''}
      label={label}
      type="date"
      {...dateLimits}
      defaultValue={day ?? ''}
      onBlur={({ currentTarget: { validity, value } }) => {
        if (validity.valid && value !== (day ?? '')) onChoose(value || undefined)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
      }}
    />
  )
}

/** For example “Type: Kitchen Remodel”. */
export type FilterPart = { readonly key: keyof EstimateFilter; readonly label: string }

export function filterParts(filter: EstimateFilter, assignees: readonly Assignee[] | undefined): FilterPart[] {
  const { q, status, urgent, leadSource, outcome, followUp, assignee, overdue, answered, proposal, spam } = filter
  const { from, to } = filter
  const optionParts = optionFilters.map(({ key, label, options }) => {
    const value = filter[key]
    return { key, label: value && `${label}: ${optionLabel(options, value)}` }
  })
  const parts: { key: keyof EstimateFilter; label: string | false | undefined }[] = [
    { key: 'q', label: q && `Search: ${q}` },
    { key: 'status', label: status && `Status: ${capitalizedStatus(status)}` },
    { key: 'urgent', label: urgent !== undefined && (urgent ? 'Urgent' : 'Not urgent') },
    { key: 'overdue', label: overdue && 'Overdue' },
    { key: 'answered', label: answered && answeredLabels[answered] },
    { key: 'proposal', label: proposal && `Proposal: ${proposalFilterLabels[proposal].toLowerCase()}` },
    ...optionParts,
    { key: 'leadSource', label: leadSource && `Lead source: ${leadSource}` },
    { key: 'outcome', label: outcome && `Outcome: ${capitalized(outcomeLabels[outcome])}` },
    { key: 'followUp', label: followUp && followUpPart(followUp) },
    { key: 'assignee', label: assignee && assigneePart(assignee, assignees) },
    { key: 'spam', label: spam && spamLabels[spam] },
    { key: 'from', label: from && `From ${dayLabel(from)}` },
    { key: 'to', label: to && `To ${dayLabel(to)}` },
  ]
  return parts.flatMap(({ key, label }) => (label ? [{ key, label }] : []))
}

function followUpPart(followUp: FollowUpFilter): string {
  return followUp === 'none' ? 'No follow-up' : `Follow-up: ${followUpFilterLabels[followUp].toLowerCase()}`
}

function assigneePart(assignee: string, assignees: readonly Assignee[] | undefined): string {
  if (assignee === 'none') return assigneeLabels.none
  if (assignee === 'me') return 'Assigned to: me'
  if (!assignees) return 'Assigned to: …'
  const found = assignees.find(({ id }) => id === assignee)
  return `Assigned to: ${found ? displayName(found) : formerColleague}`
}
