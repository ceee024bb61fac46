import { randomUUID } from 'node:crypto'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import type { NewEstimate } from '#server/database/database.ts'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { readFirstTouch } from '#server/estimates/submit/first-touch.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { answers } from './answers.ts'

export type EstimateColumns = Partial<ProjectEstimate>

/** A new row, made now. Its deadline and its contact keys follow the columns that are set. */
export function buildEstimate(columns: EstimateColumns = {}): NewEstimate {
  const id = columns.id ?? randomUUID()
  const row = {
    id,
    reference: `T-${id}`,
    ...storedAnswers(answers),
    status: 'new',
    createdAt: new Date(),
    requestKey: randomUUID(),
    valuesDigest: id,
    senderDigest: id,
    quarantinedAt: null,
    quarantineReasons: null,
    formVerified: true,
    ...readFirstTouch(undefined),
    ...columns,
  }
  return {
    dueAt: row.quarantinedAt ? null : responseDueAt(row.createdAt),
    ...estimateKeys(row),
    ...row,
  }
}
