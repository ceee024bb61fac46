import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Fragment, type ReactNode, type Ref, useId } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { EstimateBadges } from '../ui/badges.tsx'
import styles from './sheet-frame.module.css'

type SheetFrameProps = {
  page: EstimateDetail
  /** Includes unsaved changes. */
  work: EstimateWork
  /** Follows the name. */
  about?: ReactNode
  /** Follows the header in narrow windows, where the controls are last. */
  notices?: ReactNode
  facts: ReactNode
  controls: ReactNode
  proposals?: ReactNode
  timeline: ReactNode
}

/**
 * The parts of an estimate's page. In wide windows, the controls are beside the others. In narrow ones they come last: who is
 * about to call looks for what was said before.
 */
export function SheetFrame({ page: { estimate }, work, about, ...parts }: SheetFrameProps) {
  const headingId = useId()
  const { notices, facts, controls, proposals, timeline } = parts
  // The keys keep what is being typed when a tablet is turned.
  const controlsPart = (
    <Paper
      key="controls"
      component="section"
      aria-label="Work on the request"
      className={`${styles.part} ${styles.controls}`}
    >
      <Stack>{controls}</Stack>
    </Paper>
  )
  const historyParts = (
    <Fragment key="history">
      {proposals}
      <Paper className={styles.part}>{timeline}</Paper>
    </Fragment>
  )
  return (
    // Print has a sheet of its own; see print-sheet.tsx.
    <article className={`unprinted ${styles.sheet}`} aria-labelledby={headingId}>
      <Paper component="header" className={styles.part}>
        <Stack gap="xs">
          <Title order={2} fz="1.5rem" id={headingId}>
            <bdi>{estimate.name}</bdi>
          </Title>
          <EstimateBadges urgent={estimate.urgent} source={estimate.source} {...work} />
          <Text size="sm" c="dimmed">
            {estimate.reference}, submitted{' '}
            <time dateTime={estimate.createdAt}>{formatExactTime(new Date(estimate.createdAt))}</time>
          </Text>
          {about}
        </Stack>
      </Paper>
      {notices}
      <Paper className={`${styles.part} ${styles.facts}`}>{facts}</Paper>
      {useBelow('md') ? [historyParts, controlsPart] : [controlsPart, historyParts]}
    </article>
  )
}

type NoticeProps = {
  ref?: Ref<HTMLDivElement>
  title: string
  text: string
  /** Screen readers announce the title and the text. Alerts look like errors. */
  role?: 'alert' | 'status'
  children?: ReactNode
  buttons?: ReactNode
}

/** A framed part of the page with a heading, and often with buttons. */
export function Notice({ ref, title, text, role, children, buttons }: NoticeProps) {
  const headingId = useId()
  return (
    <Paper
      ref={ref}
      p="md"
      component="section"
      aria-labelledby={headingId}
      className={styles.notice}
      data-failure={role === 'alert' || undefined}
    >
      <Stack gap="xs">
        <div role={role}>
          <Title id={headingId} mb={6}>
            {title}
          </Title>
          <p>{text}</p>
        </div>
        {children}
        {buttons && <Group gap="xs">{buttons}</Group>}
      </Stack>
    </Paper>
  )
}
