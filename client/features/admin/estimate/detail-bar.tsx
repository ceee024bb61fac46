import { type HistoryState, Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import bar from '../layout/sticky-bar.module.css'
import styles from './detail-bar.module.css'
import { useAdjacentEstimates, useWayBack } from './list-navigation.ts'

type NeighborLinks = {
  readonly newer: RefObject<HTMLAnchorElement | null>
  readonly older: RefObject<HTMLAnchorElement | null>
}

type DetailBarProps = {
  id: string
  newer: string | null
  older: string | null
  links: NeighborLinks
  onShortcuts: () => void
}

export function DetailBar({ id, newer, older, links, onShortcuts }: DetailBarProps) {
  const back = useWayBack()
  // In the filtered list, or else among all estimates by time.
  const around = useAdjacentEstimates(id)
  return (
    <nav className={`${bar.bar} ${bar.atFoot} ${styles.bar}`} aria-label="Requests">
      <div className={`${bar.row} ${styles.row}`}>
        <Link to="/admin" search={back.search} onClick={back.onClick} className={styles.back}>
          Back to the list
        </Link>
        <button
          type="button"
          className={`${buttonClass('quiet', 'compact')} ${styles.shortcuts}`}
          onClick={onShortcuts}
        >
          Shortcuts
        </button>
        <NeighborLink
          ref={links.newer}
          id={around ? around.previous : newer}
          state={back.state}
          label={around ? 'Previous' : 'Newer'}
        />
        <NeighborLink
          ref={links.older}
          id={around ? around.next : older}
          state={back.state}
          label={around ? 'Next' : 'Older'}
        />
      </div>
    </nav>
  )
}

type NeighborLinkProps = {
  ref: RefObject<HTMLAnchorElement | null>
  id: string | null
  state: HistoryState
  label: string
}

function NeighborLink({ ref, id, state, label }: NeighborLinkProps) {
  if (id === null) return <span className={styles.none}>{label}</span>
  return (
    // Replaces the history entry, so that Back leads to the list.
    <Link ref={ref} to="/admin/estimates/$id" params={{ id }} state={state} replace resetScroll>
      {label}
    </Link>
  )
}
