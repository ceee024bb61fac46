import { Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useBelow } from '../layout/use-breakpoint.ts'
import styles from './report.module.css'

type PlotCardProps = {
  title: string
  /** On phones, the heading opens what is below it. */
  folds?: boolean
  children: ReactNode
}

export function PlotCard({ title, folds = false, children }: PlotCardProps) {
  const id = useId()
  const isPhone = useBelow('sm')
  const heading = <Title id={id}>{title}</Title>
  return (
    <Paper component="figure" className={styles.card} aria-labelledby={id}>
      {folds && isPhone ? (
        <Folded label={heading}>{children}</Folded>
      ) : (
        <Stack gap="sm">
          {heading}
          {children}
        </Stack>
      )}
    </Paper>
  )
}

export function Folded({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.folded}>
      <summary>{label}</summary>
      {children}
    </details>
  )
}

type PlotBarProps = {
  part: number
  /** This number would fill the bar. */
  whole: number
}

/** The bar repeats a number that stands beside it. */
export function PlotBar({ part, whole }: PlotBarProps) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={(100 * part) / Math.max(1, whole)} height="6" />
    </svg>
  )
}
