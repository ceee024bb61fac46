import type { RefObject } from 'react'
import { displayName } from '#shared/account.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import type { Assignee, EstimateWork } from '#shared/estimates/estimate-work.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'
import { capitalizedStatus } from '../ui/work-labels.ts'
import { FollowUpField } from './follow-up-field.tsx'
import { OutcomeControl } from './outcome-control.tsx'
import { useWorkActions } from './use-work-actions.ts'
import type { Save } from './work-changes.ts'

const statuses = estimateStatuses.map((value) => ({ value, label: capitalizedStatus(value) }))

type WorkPanelProps = {
  id: string
  /** Includes unsaved changes. */
  work: EstimateWork
  assignees: readonly Assignee[]
  save: Save
  statusRef: RefObject<HTMLButtonElement | null>
  /** Whether the keys of the page are on. */
  hasKeys: boolean
}

export function WorkPanel({ id, work, assignees, save, statusRef, hasKeys }: WorkPanelProps) {
  // The assignee may have left the staff.
  const options = assignees.some(({ id }) => id === work.assignee?.id)
    ? assignees
    : [...assignees, ...(work.assignee ? [work.assignee] : [])]
  useWorkActions({ work, assignees, save })

  return (
    <>
      <ChoiceButtons
        label="Status"
        options={statuses}
        value={work.status || 'new'}
        focusRef={statusRef}
        shortcut={hasKeys ? 's' : undefined}
        onChoose={(status) => {
          if (status !== work.status) void save({ kind: 'status', status })
        }}
      />
      <OutcomeControl id={id} work={work} save={save} />
      <LabeledField label="Assigned to">
        {(fieldId) => (
          <select
            id={fieldId}
            className={fields.input}
            value={work.assignee?.id ?? ''}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              void save({ kind: 'assignee', assignee: options.find((option) => option.id === chosen) ?? null })
            }}
          >
            <option value="">Unassigned</option>
            {options.map((option) => (
              <option key={option.id} value={option.id}>
                {displayName(option)}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      <FollowUpField day={work.followUpOn} version={work.version} save={save} />
    </>
  )
}
