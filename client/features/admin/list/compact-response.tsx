import type { ListedEstimate } from '#client/lib/api.ts'
import { responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { ResponseBadge } from '../ui/response-badge.tsx'
import { capitalized } from '../ui/work-labels.ts'
import styles from './compact-response.module.css'

/** A badge only for what waits. */
export function CompactResponse({ dueAt, firstContactAt }: Pick<ListedEstimate, 'dueAt' | 'firstContactAt'>) {
  if (dueAt === null || firstContactAt === null) return <ResponseBadge dueAt={dueAt} firstContactAt={firstContactAt} />
  const contactedAt = new Date(firstContactAt)
  const state = responseState({ dueAt: new Date(dueAt), firstContactAt: contactedAt }, contactedAt)
  return <span className={styles.answered}>{capitalized(responseLabel(state).replace('answered late', 'late'))}</span>
}
