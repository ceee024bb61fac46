import { type FormEvent, useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { type EstimateOutcome, type EstimateWork, estimateOutcomes, workTextLimits } from '#shared/estimate-work.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import fields from './fields.module.css'
import { useSeenVersion } from './use-seen-version.ts'
import type { Save } from './work-changes.ts'
import { capitalised, outcomeWords } from './work-words.ts'

const options = estimateOutcomes.map((value) => ({ value, label: capitalised(outcomeWords[value]) }))

type OutcomeControlProps = { work: EstimateWork; save: Save }

/** How the business ends. What is lost may have a reason, which is asked for before it is saved. */
export function OutcomeControl({ work, save }: OutcomeControlProps) {
  const reasonId = useId()
  const [reason, setReason] = useState<string>()
  // Whoever has sent it is told what became of it; from then on the field stands as they know.
  const [isSent, setSent] = useState(false)
  const stands = `${work.outcome} ${work.outcomeReason ?? ''}`
  const seen = useSeenVersion(reason !== undefined && !isSent, stands, work.version)

  function edit(next: string | undefined): void {
    setReason(next)
    setSent(false)
  }

  function choose(outcome: EstimateOutcome): void {
    edit(outcome === 'lost' ? (work.outcomeReason ?? '') : undefined)
    if (outcome !== 'lost' && outcome !== work.outcome) void save({ kind: 'outcome', outcome, reason: '' })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSent(true)
    const outcome = await save({ kind: 'outcome', outcome: 'lost', reason: reason ?? '' }, seen)
    if (outcome === 'saved') setReason(undefined)
  }

  return (
    <div className={fields.stack}>
      <ChoiceButtons label="Outcome" options={options} value={work.outcome} onChoose={choose} />
      {reason === undefined && work.outcomeReason && <p className={fields.text}>{work.outcomeReason}</p>}
      {reason !== undefined && (
        <form className={fields.stack} onSubmit={(event) => void submit(event)}>
          <label htmlFor={reasonId} className={fields.label}>
            Why was it lost? (optional)
          </label>
          <textarea
            id={reasonId}
            className={fields.input}
            rows={2}
            maxLength={workTextLimits.outcomeReason}
            value={reason}
            onChange={(event) => edit(event.currentTarget.value)}
          />
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
