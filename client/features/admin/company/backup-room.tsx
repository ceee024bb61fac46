import { Paper, Title } from '@mantine/core'
import { api } from '#client/lib/api.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { LoadError, Skeleton } from '../layout/page-states.tsx'
import { queryOptions } from '../layout/query-options.ts'
import { DescriptionItem } from '../ui/estimate-facts.tsx'
import styles from './company.module.css'

/** Says when the last backup was made, and how the next one is. */
export function BackupRoom() {
  const options = { ...queryOptions, staleTime: 0 }
  const { data: last, isError, refetch } = api.installation.lastBackup.useQuery(undefined, options)
  if (last === undefined && isError)
    return (
      <LoadError
        title="We couldn’t load the last backup"
        role="alert"
        text="Backups go on. Only this page couldn’t get it."
        onRetry={() => void refetch()}
      />
    )
  if (last === undefined) return <Skeleton label="Loading the last backup…" cards={1} />
  return (
    <Paper component="section" className={`${styles.card} ${styles.email}`} maw="46rem" aria-labelledby="room-heading">
      <Title id="room-heading">Backups</Title>
      <dl className={styles.facts}>
        <DescriptionItem label="Last backup">
          {last ? `${formatDayAndTime(new Date(last.at))}, ${last.path}` : 'None yet'}
        </DescriptionItem>
      </dl>
      <p>
        On the server, run <code>npm run ops -- backup /srv/backups/</code> each night, and keep the files on another
        machine. “Backups” in <code>docs/operations.md</code> has each step.
      </p>
      <p>With PostgreSQL, have pg_dump run instead. That isn’t seen here.</p>
    </Paper>
  )
}
