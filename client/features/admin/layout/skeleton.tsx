import { Group, Paper, Stack } from '@mantine/core'
import { Spinner } from '#client/components/spinner.tsx'
import styles from './skeleton.module.css'

type SkeletonProps = {
  label: string
  cards: number
}

export function Skeleton({ label, cards }: SkeletonProps) {
  return (
    <Stack gap="sm" role="status">
      <Group gap="xs" c="dimmed">
        <Spinner />
        {label}
      </Group>
      {Array.from({ length: cards }, (_, index) => index).map((card) => (
        <Paper key={card} className={styles.card} aria-hidden="true">
          <span />
          <span />
          <span />
        </Paper>
      ))}
    </Stack>
  )
}
