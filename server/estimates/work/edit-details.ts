import { answerColumns } from '#server/database/queries/answer-columns.ts'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { type StoredAnswers, storedAnswers } from '#shared/estimates/answers.ts'
import type { EstimateFields } from '#shared/estimates/estimate-input.ts'
import type { DetailChange } from '#shared/estimates/estimate-work.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import { type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import type { WorkState } from './estimate-work.ts'

const answersSelect = Object.fromEntries(Object.keys(answerColumns).map((field) => [field, true])) as Record<
  EstimateField,
  true
>

/**
 * Corrects what the visitor entered. The timeline keeps what it was before, and nothing is mailed. The digests stay: they
 * identify what was submitted. Throws like {@link saveChange}.
 */
export function editDetails(deps: WorkDeps, { id, version, ...fields }: Seen & EstimateFields): Promise<WorkState> {
  const wanted = storedAnswers(fields)
  return saveChange(deps, { id, version }, async (_work, transaction) => {
    const present: StoredAnswers & { reference: string } = await transaction.projectEstimate.findUniqueOrThrow({
      where: { id },
      select: { ...answersSelect, reference: true },
    })
    const changes = estimateFieldNames.flatMap((field): DetailChange[] =>
      present[field] === wanted[field] ? [] : [{ field, from: present[field], to: wanted[field] }],
    )
    if (changes.length === 0) return undefined
    const keys = estimateKeys({ ...wanted, reference: present.reference })
    return { columns: { ...wanted, ...keys }, change: { kind: 'details', changes } }
  })
}
