import { Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useId } from 'react'
import type { Today } from '#client/lib/api.ts'
import type { TodaySection } from '#shared/estimates/today.ts'
import { DayRow } from './day-row.tsx'
import type { TodayRows } from './pinned-rows.ts'
import styles from './today.module.css'
import { SectionHeading } from './today-headings.tsx'
import { sectionCount, sectionTexts } from './today-labels.ts'
import type { TodayWork } from './use-today-work.ts'

type DaySectionProps = {
  name: TodaySection
  today: Today
  rows: TodayRows
  work: TodayWork
  /** So many rows show. */
  room: number
}

/** So many fill a window, and show before the others are rendered, which takes a cheap phone a second. */
const firstRows = 8

/** Whether all rows were shown, so that Back finds a page as long as it was. */
let wereAllShown = false

type DaySectionsProps = Omit<DaySectionProps, 'name' | 'room'> & {
  names: readonly TodaySection[]
  /** Renders all rows at once. */
  isHurried: boolean
}

/** The rows that come later stand below those that are there, so that nothing moves under a finger. */
export function DaySections({ names, isHurried, today, ...props }: DaySectionsProps) {
  const areAllShown = useDeferredValue(true, wereAllShown) || isHurried
  useEffect(() => {
    wereAllShown = true
  }, [])
  const sections: ReactNode[] = []
  let room = areAllShown ? Number.POSITIVE_INFINITY : firstRows
  for (const name of names) {
    if (room <= 0) break
    sections.push(<DaySection key={name} name={name} today={today} room={room} {...props} />)
    room -= today.sections[name].items.length
  }
  return sections
}

/** Whether the older ones are unfolded, so that they still are after a look at one of them. */
let isUnfolded = false

/** The older ones are folded: few of them are still won, and they would bury the rest of the day. */
function DaySection({ name, today, rows, work, room }: DaySectionProps) {
  const labelId = useId()
  const { title, none, listLabel, search } = sectionTexts[name]
  const { total, items } = today.sections[name]
  const placed = rows.place(name, items)
  const shown = placed.slice(0, room)
  const isOlder = name === 'older'
  if (isOlder && shown.length === 0) return null

  const heading = (
    <SectionHeading id={name} labelId={labelId} title={title}>
      {total > 0 && (isOlder ? `(${sectionCount(total)})` : sectionCount(total))}
    </SectionHeading>
  )
  const more = (
    <Link to="/admin" search={search} className={styles.more}>
      {total > items.length ? `${sectionCount(items.length)} of ${sectionCount(total)} shown. ${listLabel}` : listLabel}
    </Link>
  )
  const list = (
    <Paper component="ul" className={styles.rows} aria-labelledby={labelId}>
      {shown.map((estimate) => (
        <DayRow
          key={estimate.id}
          section={name}
          estimate={estimate}
          today={today}
          work={work}
          done={rows.doneWith(estimate.id)}
          isLeaving={!items.some(({ id }) => id === estimate.id)}
          onHold={() => rows.hold(name, estimate, placed)}
          onDone={(done) => rows.markDone(estimate.id, done)}
          onRelease={() => rows.release(estimate.id)}
        />
      ))}
    </Paper>
  )
  return (
    <Stack gap="0.5rem" component="section" aria-labelledby={labelId}>
      {isOlder ? (
        <details
          className={styles.older}
          open={isUnfolded}
          onToggle={(event) => {
            isUnfolded = event.currentTarget.open
          }}
        >
          <summary>{heading}</summary>
          {list}
          {total > items.length && more}
        </details>
      ) : (
        <>
          <Group align="baseline" justify={shown.length === 0 ? 'flex-start' : 'space-between'} gap="0 0.75rem">
            {heading}
            {shown.length === 0 ? <Text c="dimmed">{none}</Text> : more}
          </Group>
          {shown.length > 0 && list}
        </>
      )}
    </Stack>
  )
}
