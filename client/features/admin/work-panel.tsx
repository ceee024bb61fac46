import { type RefObject, useId } from 'react'
import { estimateStatuses, statusLabel } from '#shared/estimate-status.ts'
import type { Assignee, EstimateWork } from '#shared/estimate-work.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import fields from './fields.module.css'
import { FollowUpField } from './follow-up-field.tsx'
import { OutcomeControl } from './outcome-control.tsx'
import type { Save } from './work-changes.ts'

const statuses = estimateStatuses.map((value) => ({
  value,
  label: statusLabel(value).replace(/^./, (first) => first.toUpperCase()),
}))

type WorkPanelProps = {
  /** With what is being saved. */
  work: EstimateWork
  assignees: readonly Assignee[]
  save: Save
  statusRef: RefObject<HTMLButtonElement | null>
}

/** What the staff changes about a request; each choice is saved at once. */
export function WorkPanel({ work, assignees, save, statusRef }: WorkPanelProps) {
  const assigneeId = useId()
  // Whoever has left the company may still have requests.
  const people = assignees.some(({ id }) => id === work.assignee?.id)
    ? assignees
    : [...assignees, ...(work.assignee ? [work.assignee] : [])]
  return (
    <>
      <ChoiceButtons
        label="Status"
        options={statuses}
        value={work.status || 'new'}
        focusRef={statusRef}
        onChoose={(status) => {
          if (status !== work.status) void save({ kind: 'status', status })
        }}
      />
      <OutcomeControl work={work} save={save} />
      <div className={fields.stack}>
        <label htmlFor={assigneeId} className={fields.label}>
          Assigned to
        </label>
        <select
          id={assigneeId}
          className={fields.input}
          value={work.assignee?.id ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            void save({ kind: 'assignee', assignee: people.find(({ id }) => id === chosen) ?? null })
          }}
        >
          <option value="">Nobody</option>
          {people.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </select>
      </div>
      <FollowUpField day={work.followUpOn} version={work.version} save={save} />
    </>
  )
}
