import { Group, Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { api } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { formatDay, formatWholeNumber } from '#shared/formatting.ts'
import { acceptedYears, maxCountedDue, type RetentionRules } from '#shared/retention.ts'
import { queryOptions } from '../layout/query-options.ts'
import { estimateCountLabel } from '../ui/work-labels.ts'
import styles from './privacy.module.css'

/** The requests that given rules would erase now, oldest first. */
export function DueList({ rules: { completedMonths, spamMonths } }: { rules: RetentionRules }) {
  const query = api.privacy.previewRetention.useQuery(
    { completedMonths, spamMonths },
    { ...queryOptions, staleTime: 0, placeholderData: keepPreviousData },
  )
  const { data } = query
  if (!data && query.error && !query.isFetching)
    return <ProblemNote text={failureMessage(query.error)} onRetry={() => void query.refetch()} />
  if (!data) return <p role="status">Looking…</p>
  const { completed, spam } = data
  const isEmpty = completed.total + spam.total === 0
  return (
    <Stack mt="sm" aria-busy={query.isPlaceholderData}>
      {isEmpty ? (
        <p role="status">Nothing is old enough yet.</p>
      ) : (
        <>
          <Due title="Completed" since="completed" due={completed} />
          <Due title="Spam" since="marked" due={spam} />
        </>
      )}
      <Text c="dimmed">
        {`Requests with an accepted proposal are kept for ${acceptedYears} years after the answer, whatever the rules say.`}
      </Text>
    </Stack>
  )
}

type DueProps = {
  title: string
  since: string
  due: {
    readonly total: number
    readonly items: readonly {
      readonly id: string
      readonly reference: string
      readonly name: string
      readonly since: string
    }[]
  }
}

function Due({ title, since, due: { total, items } }: DueProps) {
  const more = total - items.length
  const count =
    total >= maxCountedDue ? `more than ${formatWholeNumber(maxCountedDue)} requests` : estimateCountLabel(total)
  return (
    <div>
      <p role="status">{`${title}: ${count}`}</p>
      <ul>
        {items.map(({ id, reference, name, since: at }) => (
          <Group key={id} component="li" justify="space-between" gap="0 1rem" className={styles.row}>
            <Link to="/admin/estimates/$id" params={{ id }}>
              <bdi>{name}</bdi>, {reference}
            </Link>
            <Text span size="sm" c="dimmed">
              {since} <time dateTime={at}>{formatDay(new Date(at))}</time>
            </Text>
          </Group>
        ))}
        {items.length > 0 && more > 0 && <li>{`and ${formatWholeNumber(more)} more`}</li>}
      </ul>
    </div>
  )
}
