import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Today } from '#client/lib/api.ts'
import type { TodaySection } from '#shared/estimates/today.ts'
import { DayRow } from './day-row.tsx'
import styles from './day-section.module.css'
import { sectionCount } from './section-count.ts'
import { sectionTexts } from './section-labels.ts'
import type { TodayRows } from './use-pinned-rows.ts'
import type { TodayWork } from './use-today-work.ts'

type DaySectionProps = {
  name: TodaySection
  today: Today
  rows: TodayRows
  work: TodayWork
}

export function DaySection({ name, today, rows, work }: DaySectionProps) {
  const labelId = useId()
  const { title, none, listLabel, search } = sectionTexts[name]
  const { total, items } = today.sections[name]
  const shown = rows.place(name, items)
  return (
    <section aria-labelledby={labelId} className={styles.section}>
      <div className={styles.head}>
        <h3 id={name} tabIndex={-1} className={styles.title}>
          <span id={labelId}>{title}</span>
          {total > 0 && <span className={styles.count}>{` ${sectionCount(total)}`}</span>}
        </h3>
        {shown.length === 0 ? (
          <p className={styles.none}>{none}</p>
        ) : (
          <Link to="/admin" search={search} className={styles.more}>
            {total > items.length
              ? `${sectionCount(items.length)} of ${sectionCount(total)} shown. ${listLabel}`
              : listLabel}
          </Link>
        )}
      </div>
      {shown.length > 0 && (
        <ul className={styles.rows} aria-labelledby={labelId}>
          {shown.map((estimate) => (
            <DayRow
              key={estimate.id}
              section={name}
              estimate={estimate}
              today={today}
              work={work}
              done={rows.doneWith(estimate.id)}
              onHold={() => rows.hold(name, estimate, shown)}
              onDone={(done) => rows.markDone(estimate.id, done)}
              onRelease={() => rows.release(estimate.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
