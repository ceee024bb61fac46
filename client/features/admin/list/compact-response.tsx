import type { ListedEstimate } from '#client/lib/api.ts'
import { responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { ResponseBadge } from '../ui/response-badge.tsx'
import { capitalized } from '../ui/work-labels.ts'
import styles from './compact-response.module.css'

type CompactResponseProps = Pick<ListedEstimate, 'dueAt' | 'firstContactAt' | 'erasedAt'>

/** A badge only for what waits. */
export function CompactResponse({ dueAt, firstContactAt, erasedAt }: CompactResponseProps) {
  if (dueAt === null || firstContactAt === null || erasedAt)
    return <ResponseBadge dueAt={dueAt} firstContactAt={firstContactAt} erasedAt={erasedAt} />
  const contactedAt = new Date(firstContactAt)
  const state = responseState({ dueAt: new Date(dueAt), firstContactAt: contactedAt }, contactedAt)
  return <span className={styles.answered}>{capitalized(responseLabel(state).replace('answered late', 'late'))}</span>
}
