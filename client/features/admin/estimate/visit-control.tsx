import { Button, Group, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { addDays, newYorkDay, newYorkTime } from '#shared/calendar-days.ts'
import type { Assignee, EstimateVisit, EstimateWork } from '#shared/estimates/estimate-work.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatVisit, formatVisitHours, maxVisitPlace, readVisitTimes, visitLimits } from '#shared/estimates/visits.ts'
import { usePageActions, useStaff } from '../layout/staff-context.ts'
import { Form } from '../ui/form.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { nobodyGoes } from '../ui/work-labels.ts'
import { awaitsProposal, MoveDialog } from './proposal-control.tsx'
import styles from './sheet-frame.module.css'
import { useOffered } from './use-offered.ts'
import type { Save } from './work-changes.ts'

type VisitControlProps = {
  id: string
  location: string
  work: EstimateWork
  assignees: readonly Assignee[]
  save: Save
}

/** The visit that is ahead, or a button that plans one. */
export function VisitControl(props: VisitControlProps) {
  const { work, save } = props
  const { visit, quarantine, withdrawnAt, outcome } = work
  const [open, setOpen] = useState<'plan' | 'off' | 'move'>()
  const [isDone, offerMove] = useOffered<boolean>()
  const mayPlan = !quarantine && !withdrawnAt && outcome !== 'lost'
  const plan = { label: visit ? 'Change the visit' : 'Plan a visit', words: 'site appointment calendar' }
  const done = { label: 'Log the visit', words: 'visited contact', isMinor: true, run: () => void complete() }
  const planning = mayPlan ? [{ label: visit ? 'Change…' : 'Plan a visit…', run: () => setOpen('plan') }] : []
  const ending = { label: 'Call off…', run: () => setOpen('off') }
  const buttons = visit ? [{ label: 'Visited', run: done.run }, ...planning, ending] : planning
  usePageActions([...(mayPlan ? [{ ...plan, run: () => setOpen('plan') }] : []), ...(visit ? [done] : [])])

  async function complete(): Promise<void> {
    if (!visit) return
    const { outcome: result } = await save({ kind: 'visitDone', sequence: visit.sequence })
    if (result === 'saved') offerMove(true)
  }

  const close = () => setOpen(undefined)
  if (!visit && !mayPlan) return null
  return (
    <Stack gap="xs" component="section" aria-label="Visit">
      <Input.Label component="h3">Visit</Input.Label>
      {visit && <VisitFacts visit={visit} />}
      <Group gap="0.625rem 0.3125rem">
        {buttons.map(({ label, run }) => (
          <Button key={label} variant="default" onClick={run}>
            {label}
          </Button>
        ))}
      </Group>
      {isDone && !visit && <Logged work={work} onMove={() => setOpen('move')} />}
      {open === 'plan' && <VisitDialog {...props} onClose={close} />}
      {open === 'off' && visit && <CallOffDialog visit={visit} save={save} onClose={close} />}
      {open === 'move' && (
        <MoveDialog work={work} title="Move the date" initialReason="visit" save={save} onClose={close} />
      )}
    </Stack>
  )
}

function Logged({ work, onMove }: { work: EstimateWork; onMove: () => void }) {
  return (
    <Group gap="xs" role="status">
      <p>Visit logged.</p>
      {awaitsProposal(work) && (
        <Button variant="default" onClick={onMove}>
          Move the proposal’s date…
        </Button>
      )}
    </Group>
  )
}

function VisitFacts({ visit }: { visit: EstimateVisit }) {
  return (
    <div>
      <Text fw={600}>{formatVisit(visit)}</Text>
      <Text size="sm">
        <bdi>{visit.place}</bdi>
        {`, ${visit.assignee ? displayName(visit.assignee) : nobodyGoes}`}
      </Text>
    </div>
  )
}

function VisitDialog({ id, location, work, assignees, save, onClose }: VisitControlProps & { onClose: () => void }) {
  // A colleague's change of the visit must not go under what is typed here.
  const [visit] = useState(work.visit)
  const { email: ownEmail } = useStaff()
  const today = newYorkDay(new Date(Date.now()))
  const own = assignees.find(({ email }) => email === ownEmail)
  const isAssignee = (person: Assignee | null | undefined) => assignees.some((one) => one.id === person?.id)
  const [who] = [visit?.assignee, work.assignee, own].filter(isAssignee)
  const [day = '', from = ''] = visit ? newYorkTime(new Date(visit.startsAt)).split(' ') : []
  const [, to = ''] = visit ? newYorkTime(new Date(visit.endsAt)).split(' ') : []
  const form = useForm({
    initialValues: { day, from, to, place: visit?.place ?? location, assigneeId: who?.id ?? '' },
    validate: (values) => {
      const problem = toProblem(values)
      return {
        ...(problem ? { [problem.field]: problem.problem } : {}),
        ...(values.place.trim() === '' ? { place: 'Please say where the visit is.' } : {}),
        ...(values.assigneeId === '' ? { assigneeId: 'Please choose who makes the visit.' } : {}),
      }
    },
  })
  return (
    <ModalDialog title={visit ? 'Change the visit' : 'Plan a visit'} onClose={onClose}>
      {(close) => (
        <Form
          form={form}
          button={visit ? 'Save' : 'Plan'}
          onCancel={close}
          send={async (values) => {
            const assignee = assignees.find((one) => one.id === values.assigneeId) ?? null
            void save({ kind: 'visit', sequence: visit?.sequence ?? null, assignee, ...values })
            close()
          }}
        >
          <TextInput
            label="Day"
            type="date"
            min={today}
            max={addDays(today, visitLimits.daysAhead)}
            {...form.getInputProps('day')}
          />
          <div className={styles.pair}>
            <TextInput label="From" type="time" {...form.getInputProps('from')} />
            <TextInput label="To" type="time" {...form.getInputProps('to')} />
          </div>
          <TextInput label="Place" maxLength={maxVisitPlace} {...form.getInputProps('place')} />
          <NativeSelect
            label="Who"
            data={[
              { value: '', label: 'Choose…' },
              ...assignees.map((one) => ({ value: one.id, label: displayName(one) })),
            ]}
            {...form.getInputProps('assigneeId')}
          />
          <Overlaps id={id} wanted={form.values} assignees={assignees} />
          <Text size="sm">
            An email with a calendar entry goes to the person who makes the visit, and to the customer’s address.
          </Text>
        </Form>
      )}
    </ModalDialog>
  )
}

type Wanted = { day: string; from: string; to: string; assigneeId: string }

function toProblem({ day, from, to }: Omit<Wanted, 'assigneeId'>) {
  if (day === '') return { field: 'day', problem: 'Please choose a day.' }
  if (from === '') return { field: 'from', problem: 'Please choose a time.' }
  if (to === '') return { field: 'to', problem: 'Please choose a time.' }
  const times = readVisitTimes({ day, from, to }, new Date(Date.now()))
  return 'problem' in times ? times : undefined
}

type OverlapsProps = { id: string; wanted: Wanted; assignees: readonly Assignee[] }

/** It is only a hint, since two visits may be next door. */
function Overlaps({ id, wanted, assignees }: OverlapsProps) {
  const { day, from, to, assigneeId } = wanted
  const who = assignees.find((one) => one.id === assigneeId)
  const isKnown = who !== undefined && !toProblem(wanted)
  const { data = [] } = api.visits.overlaps.useQuery({ id, day, from, to, assigneeId }, { enabled: isKnown })
  return (
    <div role="status">
      {isKnown &&
        data.map((visit) => (
          <Text key={visit.startsAt} size="sm" fw={600}>
            {`${displayName(who)} already visits ${optionLabel(projectTypes, visit.projectType)}, ${formatVisitHours(visit)}.`}
          </Text>
        ))}
    </div>
  )
}

function CallOffDialog({ visit, save, onClose }: { visit: EstimateVisit; save: Save; onClose: () => void }) {
  return (
    <ModalDialog title="Call off the visit?" onClose={onClose}>
      {(close) => (
        <Stack>
          <p>{`${formatVisit(visit)}. An email takes it out of their calendars.`}</p>
          <Group gap="xs">
            <Button
              onClick={() => {
                void save({ kind: 'visitOff', sequence: visit.sequence })
                close()
              }}
            >
              Call off
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      )}
    </ModalDialog>
  )
}
