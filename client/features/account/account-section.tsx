import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { StepHeading } from '#client/components/second-factor/step-heading.tsx'
import styles from './account.module.css'

type AccountSectionProps = {
  /** It appears in the address and in the heading's id. */
  anchor: string
  title: string
  note?: string
  children: ReactNode
}

/** One card of the account page. Its heading takes the focus when a step within it is over. */
export function AccountSection({ anchor, title, note, children }: AccountSectionProps) {
  return (
    <Paper component="section" id={anchor} className={styles.section} aria-labelledby={toHeadingId(anchor)}>
      <Stack gap="xs">
        <Title order={2} id={toHeadingId(anchor)} tabIndex={-1}>
          {title}
        </Title>
        {note !== undefined && <Text c="dimmed">{note}</Text>}
        {children}
      </Stack>
    </Paper>
  )
}

export function focusSection(anchor: string): void {
  document.getElementById(toHeadingId(anchor))?.focus()
}

export function toHeadingId(anchor: string): string {
  return `${anchor}-heading`
}

type AccountRowProps = {
  name: ReactNode
  /** The value, or what it is about. */
  children: ReactNode
  action?: ReactNode
  component?: 'div' | 'li'
}

/** A fact of the account, with the button that changes it. */
export function AccountRow({ name, children, action, component = 'div' }: AccountRowProps) {
  return (
    <Group component={component} justify="space-between" gap="0.5rem 1.25rem" className={styles.row}>
      <div>
        <Text fw={650}>{name}</Text>
        <Text component="div" size="sm" c="dimmed">
          {children}
        </Text>
      </div>
      {action}
    </Group>
  )
}

/** The value of a row, which stands out from what is said about it. */
export function RowValue({ children }: { children: ReactNode }) {
  return (
    <Text size="md" c="var(--color-ink)">
      {children}
    </Text>
  )
}

type StepPanelProps = { title: string; note?: ReactNode; children: ReactNode }

/** A step in place of the row whose button was pressed. */
export function StepPanel({ title, note, children }: StepPanelProps) {
  return (
    <Paper className={styles.panel}>
      <Stack gap="lg">
        <div>
          <StepHeading>{title}</StepHeading>
          {note !== undefined && <Text c="dimmed">{note}</Text>}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
