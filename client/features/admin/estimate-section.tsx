import type { VirtualItem } from '@tanstack/react-virtual'
import { useId, useRef } from 'react'
import { formatWholeNumber } from '#shared/formatting.ts'
import { EstimateList } from './estimate-list.tsx'
import styles from './estimate-section.module.css'
import { ExportLink } from './export-link.tsx'
import { ListFailure } from './list-failure.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { NoAccess } from './no-access.tsx'
import { useEstimates } from './use-estimates.ts'

type EstimateSectionProps = {
  /** Of whoever is signed in. */
  email: string
  /** See `EstimateList`. */
  heights: VirtualItem[]
}

/** The list of requests under its heading: while it loads, when it fails, when it is empty, and when it is there. */
export function EstimateSection({ email, heights }: EstimateSectionProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const estimates = useEstimates()
  const { items, total = 0, refused, refetch, loadNextPage } = estimates
  const known = items !== undefined && !refused

  // The button that was pressed goes away, and the focus would be lost with it.
  function retry(): void {
    heading.current?.focus()
    void refetch()
  }

  function retryNextPage(): void {
    heading.current?.focus({ preventScroll: true })
    loadNextPage()
  }

  function content() {
    if (refused) return <NoAccess email={email} onRetry={retry} />
    if (items === undefined) return estimates.isError ? <ListFailure onRetry={retry} /> : <ListSkeleton />
    if (items.length === 0) return <p className={styles.empty}>No project estimates found</p>
    return (
      <EstimateList
        labelledBy={headingId}
        items={items}
        total={total}
        heights={heights}
        next={{
          wanted: estimates.hasNextPage && !estimates.isFetching && !estimates.isFetchNextPageError,
          loading: estimates.isFetchingNextPage,
          failed: estimates.isFetchNextPageError && !estimates.isFetchingNextPage,
          load: loadNextPage,
          retry: retryNextPage,
        }}
      />
    )
  }

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={styles.bar}>
        <div className={styles.barRow}>
          <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
            Project Estimates{known && <span className={styles.count}> ({formatWholeNumber(total)})</span>}
          </h2>
          <p role="status" className={styles.progress}>
            {known && items.length > 0 && progress(items.length, total)}
          </p>
          {known && <ExportLink />}
        </div>
      </div>
      <div className={styles.content}>{content()}</div>
    </section>
  )
}

function progress(loaded: number, total: number): string {
  return `${formatWholeNumber(loaded)} of ${formatWholeNumber(total)} loaded`
}
