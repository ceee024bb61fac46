import { Button } from '@mantine/core'
import { type HistoryState, Link, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type RefObject, useEffect, useMemo } from 'react'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { api, type EstimateDetail } from '#client/lib/api.ts'
import { listInput, readListSearch } from '#client/lib/search-params/list-search.ts'
import { useListOrigin } from '../layout/list-history.ts'
import { queryOptions } from '../layout/query-options.ts'
import bar from '../layout/sticky-bar.module.css'
import { useBelow } from '../layout/use-breakpoint.ts'
import { ShortcutKeys } from '../ui/shortcut-keys.tsx'
import styles from './detail-bar.module.css'
import { mainContact } from './main-contact.ts'
import type { SheetKeys } from './sheet-keys.tsx'

type DetailBarProps = {
  page: EstimateDetail
  /** There are none after the data was erased, and no actions then. */
  keys?: SheetKeys
}

export function DetailBar({ page: { estimate, newer, older }, keys }: DetailBarProps) {
  const isNarrow = useBelow('md')
  const back = useWayBack()
  // These are the neighbors in the filtered list, or else among all estimates by time.
  const around = useAdjacentEstimates(estimate.id)
  return (
    <div className={`unprinted ${bar.bar} ${bar.atFoot}`}>
      <div className={`${bar.row} ${styles.row}`}>
        <nav className={styles.links} aria-label="Requests">
          {back.fromToday ? (
            <Link to="/admin/today" onClick={back.onClick}>
              <BackLabel to="Today" />
            </Link>
          ) : (
            <Link to="/admin" search={back.search} onClick={back.onClick}>
              <BackLabel to="the list" />
            </Link>
          )}
          <NeighborLink
            ref={keys?.newer}
            id={around ? around.previous : newer}
            state={back.state}
            label={around ? 'Previous' : 'Newer'}
            shortcut={keys?.shortcut('p')}
            isUp
          />
          <NeighborLink
            ref={keys?.older}
            id={around ? around.next : older}
            state={back.state}
            label={around ? 'Next' : 'Older'}
            shortcut={keys?.shortcut('n')}
          />
        </nav>
        {keys && isNarrow && <ContactButtons estimate={estimate} onLog={keys.logContact} />}
        {keys && !isNarrow && (
          <>
            <Button variant="default" onClick={keys.showShortcuts}>
              Shortcuts {keys.shortcut('?') && <ShortcutKeys keys={['?']} />}
            </Button>
            <PrintButton />
          </>
        )}
      </div>
    </div>
  )
}

function BackLabel({ to }: { to: string }) {
  const isPhone = useBelow('sm')
  return (
    <span>
      Back<span className={isPhone ? 'unseen' : undefined}> to {to}</span>
    </span>
  )
}

export function PrintButton() {
  return (
    <Button variant="default" onClick={() => window.print()}>
      Print
    </Button>
  )
}

type ContactButtonsProps = Pick<EstimateDetail, 'estimate'> & { onLog: () => void }

function ContactButtons({ estimate, onLog }: ContactButtonsProps) {
  const { href, label, logLabel } = mainContact(estimate)
  return (
    <div className={styles.contact}>
      {href && (
        <Button component="a" href={href}>
          {label}
        </Button>
      )}
      <Button variant={href ? 'default' : 'filled'} onClick={onLog}>
        {logLabel}
      </Button>
    </div>
  )
}

type NeighborLinkProps = {
  ref: RefObject<HTMLAnchorElement | null> | undefined
  id: string | null
  state: HistoryState
  label: string
  shortcut: string | undefined
  isUp?: boolean
}

function NeighborLink({ ref, id, state, label, shortcut, isUp = false }: NeighborLinkProps) {
  const isNarrow = useBelow('md')
  const isPhone = useBelow('sm')
  const content = (
    <>
      <span className={isUp ? `${styles.arrow} ${styles.up}` : styles.arrow}>
        <ChevronDownIcon />
      </span>
      <span className={isPhone ? 'unseen' : undefined}>{label}</span>
      {shortcut && !isNarrow && (
        // The link is underlined, and its shortcut is not.
        <span>
          <ShortcutKeys keys={[shortcut]} />
        </span>
      )}
    </>
  )
  if (id === null) return <span>{content}</span>
  return (
    // Replaces the history entry, so that Back leads to the list.
    <Link
      ref={ref}
      to="/admin/estimates/$id"
      params={{ id }}
      state={state}
      replace
      resetScroll
      aria-keyshortcuts={shortcut}
    >
      {content}
    </Link>
  )
}

/** Leads to the place in the list or on Today, or to the list's beginning for users who came from elsewhere. */
function useWayBack() {
  const { history } = useRouter()
  const origin = useListOrigin()
  return {
    search: origin.listSearch,
    fromToday: origin.fromToday,
    /** History entries that replace this one keep this state. */
    state: origin,
    onClick(event: MouseEvent): void {
      const isBehind = origin.fromList || origin.fromToday
      if (!isBehind || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      history.back()
    },
  }
}

/** They are null at the ends of the list. */
type AdjacentEstimates = { readonly previous: string | null; readonly next: string | null }

/** Uses the filtered list that the user came from, if still cached, and loads its next page when needed. */
function useAdjacentEstimates(id: string): AdjacentEstimates | undefined {
  const { listSearch } = useListOrigin()
  const search = useMemo(() => listInput(readListSearch(listSearch)), [listSearch])
  const { data, hasNextPage, isFetching, fetchNextPage } = api.estimates.list.useInfiniteQuery(search, {
    enabled: false,
    getNextPageParam: (page) => page.nextCursor,
    ...queryOptions,
  })
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const index = items.findIndex((item) => item.id === id)
  const follows = index >= 0 && Object.keys(search).length > 0
  const wanted = follows && index === items.length - 1 && hasNextPage && !isFetching

  useEffect(() => {
    if (wanted) void fetchNextPage()
  }, [wanted, fetchNextPage])

  if (!follows) return undefined
  return { previous: items[index - 1]?.id ?? null, next: items[index + 1]?.id ?? null }
}
