import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import {
  type EstimateOutcome,
  type EstimateWork,
  estimateOutcomes,
  workTextLimits,
} from '#shared/estimates/estimate-work.ts'
import { usePageActions } from '../layout/staff-context.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { sendOnEnter } from '../ui/keys.ts'
import { capitalized, outcomeLabels } from '../ui/work-labels.ts'
import styles from './sheet-frame.module.css'
import { useBaseVersion } from './use-save-work.ts'
import { alreadyHolds, type FieldChange, type Save } from './work-changes.ts'

const options = estimateOutcomes.map((value) => ({ value, label: capitalized(outcomeLabels[value]) }))

type OutcomeControlProps = {
  id: string
  work: EstimateWork
  save: Save
  /** Why it is lost, if the customer has said so. */
  lostReason: string | undefined
  /** Is set to what opens the form of a lost request. */
  loseRef: RefObject<(() => void) | undefined>
}

/** Saves won and open at once. Lost stays a draft until its optional reason is sent. */
export function OutcomeControl({ id, work, save, lostReason, loseRef }: OutcomeControlProps) {
  const [draft] = useState(() => tabDraft('lost', id))
  const [reason, setReason] = useState(() => {
    const stored = draft.read()?.reason
    return typeof stored === 'string' ? stored : undefined
  })
  // The outcome that the form was opened against.
  const [replaced, setReplaced] = useState(() => draft.read()?.replaced ?? work.outcome)
  const [state, setState] = useState<'restored' | 'edited' | 'sent' | 'refused'>('restored')
  const current = `${work.outcome} ${work.outcomeReason ?? ''}`
  // After a refused save the user has seen the current value, so the next save sends the current version.
  const seen = useBaseVersion(reason !== undefined && state === 'edited', current, work.version)
  // The change was applied again from the notice, or an earlier save arrived although its response was lost.
  const isSettled = (state === 'refused' || state === 'restored') && reason !== undefined
  if (isSettled && alreadyHolds(work, lostFor(reason))) edit(undefined)
  // Somebody has since decided otherwise, so the form must not stand open against that.
  if (state === 'restored' && reason !== undefined && ![replaced, 'lost'].includes(work.outcome)) edit(undefined)

  function edit(next: string | undefined): void {
    setReason(next)
    setState('edited')
  }

  useEffect(() => {
    draft.write(reason === undefined ? undefined : { reason, replaced })
  }, [draft, reason, replaced])

  function choose(outcome: EstimateOutcome): void {
    edit(outcome === 'lost' ? (work.outcomeReason ?? lostReason ?? '') : undefined)
    setReplaced(work.outcome)
    if (outcome !== 'lost' && outcome !== work.outcome) void save({ kind: 'outcome', outcome, reason: '' })
  }

  useEffect(() => {
    loseRef.current = () => choose('lost')
  })

  usePageActions(
    estimateOutcomes
      .filter((outcome) => outcome !== work.outcome)
      .map((outcome) => ({
        label: outcome === 'open' ? 'Open again' : `Mark ${outcome}`,
        words: 'outcome',
        isMinor: outcome === 'open',
        run: () => choose(outcome),
      })),
  )

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setState('sent')
    const { outcome } = await save(lostFor(reason ?? ''), seen)
    if (outcome !== 'saved') return setState('refused')
    edit(undefined)
    // No effect runs after the user has left the page.
    draft.write(undefined)
  }

  return (
    <Stack gap="xs">
      <ChoiceButtons label="Outcome" options={options} value={work.outcome} onChoose={choose} />
      {reason === undefined && work.outcomeReason && <p className={styles.written}>{work.outcomeReason}</p>}
      {work.outcome === 'lost' && work.status !== 'completed' && reason === undefined && (
        <Button variant="default" onClick={() => void save({ kind: 'status', status: 'completed' })}>
          Set status to Completed
        </Button>
      )}
      {reason !== undefined && (
        <Stack component="form" gap="xs" onSubmit={(event) => void submit(event)}>
          <Textarea
            {...sendOnEnter}
            // What is typed next is the reason.
            autoFocus={state !== 'restored'}
            label="Reason lost (optional)"
            rows={2}
            maxLength={workTextLimits.outcomeReason}
            value={reason}
            onChange={(event) => edit(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button type="submit">Save as lost</Button>
            <Button variant="default" onClick={() => edit(undefined)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      )}
    </Stack>
  )
}

function lostFor(reason: string): FieldChange {
  return { kind: 'outcome', outcome: 'lost', reason }
}
