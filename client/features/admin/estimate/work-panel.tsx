import { NativeSelect, TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { displayName } from '#shared/account.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import type { Assignee, EstimateWork } from '#shared/estimates/estimate-work.ts'
import type { WrittenProposal } from '#shared/estimates/written-proposals.ts'
import type { PageAction } from '../layout/staff-context.ts'
import { usePageActions, useStaff } from '../layout/staff-context.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { dateLimits } from '../ui/form.tsx'
import { capitalizedStatus, dayLabel, weekdayLabel } from '../ui/work-labels.ts'
import { OutcomeControl } from './outcome-control.tsx'
import { ProposalControl } from './proposal-control.tsx'
import styles from './sheet-frame.module.css'
import type { SheetKeys } from './sheet-keys.tsx'
import { useBaseVersion } from './use-save-work.ts'
import { VisitControl } from './visit-control.tsx'
import type { Save } from './work-changes.ts'

const statuses = estimateStatuses.map((value) => ({ value, label: capitalizedStatus(value) }))

type WorkPanelProps = {
  id: string
  /** The project is there. */
  location: string
  /** Includes unsaved changes. */
  work: EstimateWork
  assignees: readonly Assignee[]
  save: Save
  keys: SheetKeys
  lostReason: string | undefined
  loseRef: RefObject<(() => void) | undefined>
  /** Undefined while one is written, and where none can be sent. */
  onWriteProposal: (() => void) | undefined
  writtenProposals: readonly WrittenProposal[]
}

export function WorkPanel(props: WorkPanelProps) {
  const { id, location, work, assignees, save, keys, onWriteProposal, writtenProposals, ...lost } = props
  // The assignee may have left the staff.
  const options = assignees.some((assignee) => assignee.id === work.assignee?.id)
    ? assignees
    : [...assignees, ...(work.assignee ? [work.assignee] : [])]
  useWorkActions({ work, assignees, save })

  return (
    <>
      <ChoiceButtons
        label="Status"
        options={statuses}
        value={work.status || 'new'}
        focusRef={keys.status}
        shortcut={keys.shortcut('s')}
        onChoose={(status) => {
          if (status !== work.status) void save({ kind: 'status', status })
        }}
      />
      <OutcomeControl id={id} work={work} save={save} {...lost} />
      <div className={styles.pair}>
        <NativeSelect
          label="Assigned to"
          data={[
            { value: '', label: 'Unassigned' },
            ...options.map((option) => ({ value: option.id, label: displayName(option) })),
          ]}
          value={work.assignee?.id ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            void save({ kind: 'assignee', assignee: options.find((option) => option.id === chosen) ?? null })
          }}
        />
        <FollowUpField day={work.followUpOn} version={work.version} save={save} />
      </div>
      <VisitControl id={id} location={location} work={work} assignees={assignees} save={save} />
      <ProposalControl id={id} work={work} save={save} onWrite={onWriteProposal} listed={writtenProposals} />
    </>
  )
}

type FollowUpFieldProps = {
  /** `YYYY-MM-DD` */
  day: string | null
  version: number
  save: Save
}

/** Saves on blur, since each digit of a year makes a valid day. */
function FollowUpField({ day, version, save }: FollowUpFieldProps) {
  const saved = day ?? ''
  const [shown, setShown] = useState(saved)
  const [typed, setTyped] = useState(saved)
  const isEdited = typed !== shown && typed !== saved
  const seen = useBaseVersion(isEdited, saved, version)
  // Shows saved changes, also of others, unless the user is typing.
  if (shown !== saved && !isEdited) {
    setShown(saved)
    setTyped(saved)
  }

  /** Skips half-typed and far-off days. */
  function commit({ validity }: HTMLInputElement): void {
    if (validity.valid && typed !== saved) void save({ kind: 'followUp', day: typed || null }, seen)
  }

  return (
    <TextInput
      label="Follow up on"
      type="date"
      {...dateLimits}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget)
      }}
    />
  )
}

/** Changes of status, assignee and follow-up for the command palette. What is so already is not offered. */
function useWorkActions({ work, assignees, save }: Pick<WorkPanelProps, 'work' | 'assignees' | 'save'>): void {
  const { email: ownEmail } = useStaff()
  const today = newYorkDay(new Date())
  const statuses: PageAction[] = estimateStatuses
    .filter((status) => status !== (work.status || 'new'))
    .map((status) => ({
      label: `Set status: ${capitalizedStatus(status)}`,
      run: () => void save({ kind: 'status', status }),
    }))
  const people: PageAction[] = assignees
    .filter(({ id }) => id !== work.assignee?.id)
    .map((assignee) => ({
      label: assignee.email === ownEmail ? 'Assign to me' : `Assign to ${displayName(assignee)}`,
      words: assignee.email,
      isMinor: assignee.email !== ownEmail,
      run: () => void save({ kind: 'assignee', assignee }),
    }))
  const days: PageAction[] = [
    { label: 'Follow up tomorrow,', day: addDays(today, 1) },
    { label: 'Follow up on', day: addDays(today, 7), words: 'in a week ' },
  ].map(({ label, day, words = '' }) => ({
    label: `${label} ${weekdayLabel(day)}`,
    words: words + dayLabel(day),
    run: () => void save({ kind: 'followUp', day }),
  }))
  const nobody: PageAction = {
    label: 'Unassign',
    isMinor: true,
    run: () => void save({ kind: 'assignee', assignee: null }),
  }
  const noDay: PageAction = {
    label: 'No follow-up',
    isMinor: true,
    run: () => void save({ kind: 'followUp', day: null }),
  }
  usePageActions([
    ...statuses,
    ...people,
    ...(work.assignee ? [nobody] : []),
    ...days,
    ...(work.followUpOn ? [noDay] : []),
  ])
}
