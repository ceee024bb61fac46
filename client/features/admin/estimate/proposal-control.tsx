import { Button, Group, Input, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '#client/lib/api.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import {
  dueOnProblem,
  type MoveReason,
  maxProposalReason,
  moveReasons,
  proposalDays,
} from '#shared/estimates/proposals.ts'
import type { WrittenProposal } from '#shared/estimates/written-proposals.ts'
import { usePageActions } from '../layout/staff-context.ts'
import { Form } from '../ui/form.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { ProposalBadge, proposalDates, useProposal } from '../ui/proposal-badge.tsx'
import { capitalized, moveReasonLabels } from '../ui/work-labels.ts'
import { ProposalForm } from './proposal-form.tsx'
import { useOffered } from './use-offered.ts'
import type { ProposalChange, Save } from './work-changes.ts'

type ProposalControlProps = {
  id: string
  work: EstimateWork
  save: Save
  onWrite: (() => void) | undefined
  /** The written proposals that the page lists, newest first, with a button to go on. */
  listed: readonly WrittenProposal[]
}

/** Where the proposal stands, and what can be done about it. Before the first contact it can only be written. */
export function ProposalControl(props: ProposalControlProps) {
  const { firstContactAt, quarantine } = props.work
  const isEmpty = firstContactAt === null && (!props.onWrite || props.listed.length > 0)
  return quarantine || isEmpty ? null : <Proposal {...props} />
}

function Proposal({ id, work, save, onWrite, listed }: ProposalControlProps) {
  const [open, setOpen] = useState<'log' | 'move' | 'skip'>()
  const logButton = useRef<HTMLButtonElement>(null)
  const { undoable, offerUndo, discardUndo } = useUndo(id, work.version)
  const { firstContactAt, proposalDueOn, proposalSentAt } = work
  const logs = { label: 'Log proposal', words: 'sent amount', run: log }
  const isAwaited = awaitsProposal(work)
  const isNeeded = proposalDueOn !== null
  const moveLabel = isNeeded ? 'Move the date' : 'Set a date'
  const moves = { label: moveLabel, words: 'proposal due', isMinor: true, run: () => setOpen('move') }
  const skips = { label: 'No proposal needed', isMinor: true, run: () => setOpen('skip') }
  const writes = onWrite ? [{ label: 'Write proposal', words: 'send quote total', run: onWrite }] : []
  const isListed = listed.length > 0
  const main = [...(firstContactAt === null ? [] : [logs]), ...(isListed ? [] : writes)]
  const minor = [...(isAwaited ? [moves] : []), ...(isAwaited && isNeeded ? [skips] : [])]
  usePageActions([...main, ...(isListed ? writes : []), ...minor])

  function log(): void {
    discardUndo()
    setOpen('log')
  }

  function closeLog(): void {
    // The button is back only then.
    flushSync(() => setOpen(undefined))
    logButton.current?.focus()
  }

  async function send(change: ProposalChange): Promise<void> {
    closeLog()
    // What could not be saved stands in a notice.
    const { outcome: result } = await save(change)
    if (result === 'saved') offerUndo()
  }

  return (
    <Stack gap="xs" component="section" aria-label="Proposal">
      <Input.Label component="h3">Proposal</Input.Label>
      <Standing work={work} listed={listed} isShown={isAwaited || proposalSentAt !== null} />
      {open === 'log' ? (
        <ProposalForm send={send} onCancel={closeLog} />
      ) : (
        // In an element of their own, two of them share a row on phones.
        <div>
          <Group gap="0.625rem 0.3125rem">
            {main.map(({ label, run }) => (
              <Button key={label} ref={label === logs.label ? logButton : undefined} variant="default" onClick={run}>
                {label}…
              </Button>
            ))}
          </Group>
          <Group gap="0 1rem">
            {minor.map(({ label, run }) => (
              // Under either name it is one button, which a dialog gives the focus back to.
              <Button key={label === moveLabel ? 'move' : label} variant="subtle" color="ink" px={0} onClick={run}>
                {label}…
              </Button>
            ))}
          </Group>
        </div>
      )}
      {undoable && (
        <Group gap="xs" role="status">
          <p>Proposal logged.</p>
          <Button
            variant="default"
            onClick={() => {
              discardUndo()
              void save({ kind: 'proposalUndo' }, work.version)
              logButton.current?.focus()
            }}
          >
            Undo
          </Button>
        </Group>
      )}
      {open === 'move' && <MoveDialog work={work} title={moveLabel} save={save} onClose={() => setOpen(undefined)} />}
      {open === 'skip' && <SkipDialog save={save} onClose={() => setOpen(undefined)} />}
    </Stack>
  )
}

/** Whether a proposal can still be given another day. */
export function awaitsProposal(work: EstimateWork): boolean {
  const { proposalPromisedOn, proposalSentAt, outcome, withdrawnAt } = work
  return proposalPromisedOn !== null && proposalSentAt === null && outcome === 'open' && withdrawnAt === null
}

type StandingProps = Pick<ProposalControlProps, 'work' | 'listed'> & { isShown: boolean }

/** The badge and the dates, unless there are none. The day is that of the first proposal, the amount that of the last. */
function Standing({ work, listed, isShown }: StandingProps) {
  const state = useProposal(work)
  const last = listed.find(({ sentAt, withdrawnAt }) => sentAt && !withdrawnAt)
  const isSentAgain =
    work.proposalSentAt !== null && newYorkDay(new Date(last?.sentAt ?? 0)) > newYorkDay(new Date(work.proposalSentAt))
  const shown = isShown && proposalDates(work)
  const dates = shown && isSentAgain ? `first ${shown.replace(', $', ', now $')}` : shown
  if (!state && !dates) return null
  return (
    <Group gap="xs">
      <ProposalBadge {...work} />
      {dates && <Text size="sm">{capitalized(dates)}</Text>}
    </Group>
  )
}

/** Offers for ten seconds to undo what was just logged, unless the request is changed again. */
function useUndo(id: string, version: number) {
  const { estimates } = api.useUtils()
  const [logged, setLogged] = useOffered<number>()

  return {
    undoable: logged === version,
    offerUndo: () => setLogged(estimates.get.getData({ id })?.work.version),
    discardUndo: () => setLogged(undefined),
  }
}

type DialogProps = { save: Save; onClose: () => void }

type MoveDialogProps = DialogProps & { work: EstimateWork; title: string; initialReason?: MoveReason }

/** Agrees on another day for the proposal. */
export function MoveDialog({ work, title, initialReason, save, onClose }: MoveDialogProps) {
  const { proposalDueOn } = work
  const today = newYorkDay(new Date(Date.now()))
  const form = useForm({
    initialValues: { dueOn: proposalDueOn ?? '', reason: (initialReason ?? '') as MoveReason | '', text: '' },
    validate: {
      dueOn: (day) => (day === proposalDueOn ? 'Please choose another day.' : dueOnProblem(day, new Date(Date.now()))),
      reason: (reason) => (reason === '' ? 'Please choose a reason.' : null),
      text: (text, { reason }) => (reason === 'other' && text.trim() === '' ? 'Please say why.' : null),
    },
  })
  const { reason } = form.values
  return (
    <ModalDialog title={title} onClose={onClose}>
      {(close) => (
        <Form
          form={form}
          button="Save"
          onCancel={close}
          send={async (values) => {
            if (values.reason === '') return
            const text = values.reason === 'other' ? values.text : ''
            void save({ kind: 'proposalMove', dueOn: values.dueOn, reason: values.reason, text })
            close()
          }}
        >
          <TextInput
            label="Proposal due on"
            type="date"
            min={today}
            max={addDays(today, proposalDays.ahead)}
            {...form.getInputProps('dueOn')}
          />
          <NativeSelect
            label="Reason"
            data={[
              { value: '', label: 'Choose…' },
              ...moveReasons.map((value) => ({ value, label: moveReasonLabels[value] })),
            ]}
            {...form.getInputProps('reason')}
          />
          {reason === 'other' && (
            <TextInput label="Which reason?" maxLength={maxProposalReason} {...form.getInputProps('text')} />
          )}
        </Form>
      )}
    </ModalDialog>
  )
}

function SkipDialog({ save, onClose }: DialogProps) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? 'Please say why no proposal is needed.' : null) },
  })
  return (
    <ModalDialog title="No proposal needed" onClose={onClose}>
      {(close) => (
        <Form
          form={form}
          button="Save"
          onCancel={close}
          send={async ({ reason }) => {
            void save({ kind: 'proposalSkip', reason })
            close()
          }}
        >
          <Textarea label="Reason" rows={2} maxLength={maxProposalReason} {...form.getInputProps('reason')} />
        </Form>
      )}
    </ModalDialog>
  )
}
