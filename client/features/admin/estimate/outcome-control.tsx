import { type FormEvent, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import {
  type EstimateOutcome,
  type EstimateWork,
  estimateOutcomes,
  workTextLimits,
} from '#shared/estimates/estimate-work.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'
import { capitalized, outcomeLabels } from '../ui/work-labels.ts'
import { useSeenVersion } from './use-seen-version.ts'
import { alreadyHolds, type FieldChange, type Save } from './work-changes.ts'

const options = estimateOutcomes.map((value) => ({ value, label: capitalized(outcomeLabels[value]) }))

type OutcomeControlProps = { work: EstimateWork; save: Save }

/** How the business ends. What is lost may have a reason, which is asked for before it is saved. */
export function OutcomeControl({ work, save }: OutcomeControlProps) {
  const [reason, setReason] = useState<string>()
  const [state, setState] = useState<'edited' | 'sent' | 'refused'>('edited')
  const stands = `${work.outcome} ${work.outcomeReason ?? ''}`
  // Whoever has sent it is told what became of it; from then on the field stands as they know.
  const seen = useSeenVersion(reason !== undefined && state === 'edited', stands, work.version)
  // It was applied anew by the notice that keeps it.
  if (state === 'refused' && reason !== undefined && alreadyHolds(work, lostFor(reason))) edit(undefined)

  function edit(next: string | undefined): void {
    setReason(next)
    setState('edited')
  }

  function choose(outcome: EstimateOutcome): void {
    edit(outcome === 'lost' ? (work.outcomeReason ?? '') : undefined)
    if (outcome !== 'lost' && outcome !== work.outcome) void save({ kind: 'outcome', outcome, reason: '' })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setState('sent')
    const outcome = await save(lostFor(reason ?? ''), seen)
    if (outcome === 'saved') edit(undefined)
    else setState('refused')
  }

  return (
    <div className={fields.stack}>
      <ChoiceButtons label="Outcome" options={options} value={work.outcome} onChoose={choose} />
      {reason === undefined && work.outcomeReason && <p className={fields.text}>{work.outcomeReason}</p>}
      {reason !== undefined && (
        <form className={fields.stack} onSubmit={(event) => void submit(event)}>
          <LabeledField label="Why was it lost? (optional)">
            {(id) => (
              <textarea
                id={id}
                className={fields.input}
                rows={2}
                maxLength={workTextLimits.outcomeReason}
                value={reason}
                onChange={(event) => edit(event.currentTarget.value)}
              />
            )}
          </LabeledField>
          <div className={fields.row}>
            <button type="submit" className={buttonClass('primary', 'compact')}>
              Save as lost
            </button>
            <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => setReason(undefined)}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </div>
  )
}

function lostFor(reason: string): FieldChange {
  return { kind: 'outcome', outcome: 'lost', reason }
}
