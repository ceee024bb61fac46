import { NativeSelect, TextInput } from '@mantine/core'
import { displayName } from '#shared/account.ts'
import {
  answeredFilters,
  type EstimateFilter,
  followUpFilters,
  proposalFilters,
} from '#shared/estimates/estimate-filter.ts'
import { type Assignee, estimateOutcomes } from '#shared/estimates/estimate-work.ts'
import { dateLimits } from '../ui/date-limits.ts'
import { capitalized, outcomeLabels } from '../ui/work-labels.ts'
import {
  answeredLabels,
  assigneeLabels,
  followUpFilterLabels,
  formerColleague,
  optionFilters,
  proposalFilterLabels,
  spamLabels,
} from './filter-labels.ts'
import type { ChangeSearch } from './use-list-search.ts'

type FilterFieldsProps = { filter: EstimateFilter; assignees: readonly Assignee[] | undefined; change: ChangeSearch }

/** Includes all filters except the status. Each applies at once. */
export function FilterFields({ filter, assignees, change }: FilterFieldsProps) {
  const { urgent, outcome, followUp, assignee, overdue, answered, proposal, spam, from, to } = filter
  const assigneeOptions = [
    ...Object.entries(assigneeLabels).map(([value, label]) => ({ value, label })),
    ...(assignees ?? []).map(({ id, ...person }) => ({ value: id, label: displayName(person) })),
  ]
  if (assignee && assignees && !assigneeOptions.some(({ value }) => value === assignee))
    assigneeOptions.push({ value: assignee, label: capitalized(formerColleague) })
  return (
    <>
      {optionFilters.map(({ key, label, options }) => (
        <FilterSelect
          key={key}
          label={label}
          value={filter[key]}
          options={options}
          onChoose={(value) => change({ [key]: value })}
        />
      ))}
      <FilterSelect
        label="Assigned to"
        value={assignee}
        options={assigneeOptions}
        onChoose={(value) => change({ assignee: value })}
      />
      <FilterSelect
        label="Outcome"
        value={outcome}
        options={estimateOutcomes.map((value) => ({ value, label: capitalized(outcomeLabels[value]) }))}
        onChoose={(value) => change({ outcome: estimateOutcomes.find((each) => each === value) })}
      />
      <FilterSelect
        label="Follow-up"
        value={followUp}
        options={followUpFilters.map((value) => ({ value, label: followUpFilterLabels[value] }))}
        onChoose={(value) => change({ followUp: followUpFilters.find((each) => each === value) })}
      />
      <FilterSelect
        label="Urgency"
        value={urgent === undefined ? undefined : String(urgent)}
        options={[
          { value: 'true', label: 'Urgent' },
          { value: 'false', label: 'Not urgent' },
        ]}
        onChoose={(value) => change({ urgent: value === undefined ? undefined : value === 'true' })}
      />
      <FilterSelect
        label="Response"
        value={overdue ? 'overdue' : answered}
        options={[
          { value: 'overdue', label: 'Overdue' },
          ...answeredFilters.map((value) => ({ value, label: answeredLabels[value] })),
        ]}
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
        options={proposalFilters.map((value) => ({ value, label: proposalFilterLabels[value] }))}
        onChoose={(value) => change({ proposal: proposalFilters.find((each) => each === value) })}
      />
      <FilterSelect
        label="Spam"
        value={spam}
        none="Hidden"
        options={Object.entries(spamLabels).map(([value, label]) => ({ value, label }))}
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
