import { Button } from '@mantine/core'
import { type HistoryState, Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import bar from '../layout/sticky-bar.module.css'
import { useBelow } from '../layout/use-breakpoint.ts'
import { ShortcutKeys } from '../ui/shortcut-keys.tsx'
import styles from './detail-bar.module.css'
import { useAdjacentEstimates, useWayBack } from './list-navigation.ts'
import type { MainContact } from './main-contact.ts'

type NeighborLinks = {
  readonly newer: RefObject<HTMLAnchorElement | null>
  readonly older: RefObject<HTMLAnchorElement | null>
}

type DetailBarProps = {
  id: string
  newer: string | null
  older: string | null
  links: NeighborLinks
  /** The actions of the request. There are none after its data was erased. */
  work?: {
    readonly contact: MainContact
    readonly onLogContact: () => void
    readonly onShortcuts: () => void
    /** Whether the keys of the page are on. */
    readonly hasKeys: boolean
  }
}

export function DetailBar({ id, newer, older, links, work }: DetailBarProps) {
  const hasKeys = work?.hasKeys ?? false
  const isNarrow = useBelow('md')
  const back = useWayBack()
  // These are the neighbors in the filtered list, or else among all estimates by time.
  const around = useAdjacentEstimates(id)
  return (
    <div className={`${bar.bar} ${bar.atFoot} ${styles.bar}`}>
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
            ref={links.newer}
            id={around ? around.previous : newer}
            state={back.state}
            label={around ? 'Previous' : 'Newer'}
            shortcut={hasKeys ? 'p' : undefined}
            isUp
          />
          <NeighborLink
            ref={links.older}
            id={around ? around.next : older}
            state={back.state}
            label={around ? 'Next' : 'Older'}
            shortcut={hasKeys ? 'n' : undefined}
          />
        </nav>
        {work && isNarrow && <ContactButtons contact={work.contact} onLog={work.onLogContact} />}
        {work && !isNarrow && (
          <>
            <Button variant="default" onClick={work.onShortcuts}>
              Shortcuts {hasKeys && <ShortcutKeys keys={['?']} />}
            </Button>
            <PrintButton />
          </>
        )}
      </div>
    </div>
  )
}

function BackLabel({ to }: { to: string }) {
  return (
    <span>
      Back<span className={styles.wide}> to {to}</span>
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

function ContactButtons({ contact: { href, label, logLabel }, onLog }: { contact: MainContact; onLog: () => void }) {
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
  ref: RefObject<HTMLAnchorElement | null>
  id: string | null
  state: HistoryState
  label: string
  shortcut: string | undefined
  isUp?: boolean
}

function NeighborLink({ ref, id, state, label, shortcut, isUp = false }: NeighborLinkProps) {
  const isNarrow = useBelow('md')
  const content = (
    <>
      <span className={isUp ? `${styles.arrow} ${styles.up}` : styles.arrow}>
        <ChevronDownIcon />
      </span>
      <span className={styles.wide}>{label}</span>
      {shortcut && !isNarrow && (
        // Not underlined with the link.
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
