import type { ListedEstimate } from '#client/lib/api.ts'
import { awaitsContact, responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { ResponseBadge } from '../ui/response-badge.tsx'
import { capitalized } from '../ui/work-labels.ts'
import styles from './compact-response.module.css'

type CompactResponseProps = Pick<ListedEstimate, 'dueAt' | 'firstContactAt' | 'status' | 'outcome' | 'erasedAt'>

/** A badge only for what waits. */
export function CompactResponse(estimate: CompactResponseProps) {
  const { dueAt, firstContactAt, status, outcome, erasedAt } = estimate
  if (dueAt === null || awaitsContact(estimate) || erasedAt) return <ResponseBadge {...estimate} />
  const due = new Date(dueAt)
  const contactedAt = firstContactAt === null ? null : new Date(firstContactAt)
  // The time has no effect on estimates that do not wait.
  const state = responseState({ dueAt: due, firstContactAt: contactedAt, status, outcome }, due)
  return <span className={styles.answered}>{capitalized(responseLabel(state).replace('answered late', 'late'))}</span>
}
