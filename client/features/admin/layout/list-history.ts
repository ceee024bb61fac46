import { useElementScrollRestoration, useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { asFields, listPlacesKey, readFields, tabStorage } from '#client/lib/device-storage.ts'
import type { RawListSearch } from '#client/lib/search-params/list-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the list. */
    fromList?: boolean
    /** Whether the previous history entry is the Today page. */
    fromToday?: boolean
    listSearch?: RawListSearch
  }
}

/** The origin is stored in the history entry, so that a reload keeps it. */
export function useListOrigin(): { fromList: boolean; fromToday: boolean; listSearch: RawListSearch } {
  const { state } = useRouterState({ select: ({ location }) => location })
  const { fromList = false, fromToday = false, listSearch = noSearch } = state
  return { fromList, fromToday, listSearch }
}

const noSearch: RawListSearch = {}

type ListPlace = {
  /** This is the id of a row in the window. */
  readonly id: string
  /** The row's top is so many pixels below the window's. */
  readonly offset: number
  /** The number of rows that were loaded. */
  readonly loaded: number
}

/** A tab forgets the places of older history entries. */
const maxPlaces = 30

const readPlaces = () => readFields(tabStorage.read(listPlacesKey)) ?? {}

export const useHistoryEntry = () => useLocation({ select: ({ state }) => state.__TSR_key })

/** Reads where the list was in a history entry. Going back needs it only after a reload. */
export function readPlace(entry: string | undefined): ListPlace | undefined {
  const { id, offset, loaded } = asFields(readPlaces()[entry ?? '']) ?? {}
  return typeof id === 'string' && typeof offset === 'number' && typeof loaded === 'number'
    ? { id, offset, loaded }
    : undefined
}

/**
 * Stores the place whenever the user leaves the list.
 *
 * @param read returns nothing at the top of the list
 */
export function useKeepPlace(read: () => ListPlace | undefined): void {
  const router = useRouter()
  const keep = useEffectEvent(() => {
    const entry = router.state.resolvedLocation?.state.__TSR_key
    if (entry === undefined) return
    const { [entry]: _former, ...others } = readPlaces()
    const places = [...Object.entries(others).slice(1 - maxPlaces), [entry, read()]]
    tabStorage.write(listPlacesKey, JSON.stringify(Object.fromEntries(places)))
  })
  useEffect(() => {
    const leave = () => keep()
    const stop = router.subscribe('onBeforeLoad', leave)
    window.addEventListener('pagehide', leave)
    return () => {
      stop()
      window.removeEventListener('pagehide', leave)
    }
  }, [router])
}

/** It gives up after so many milliseconds. */
const patience = 10_000

/** After one of these events the page stays where it is. */
const actions = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Restores the scroll position of a page that is short until its data arrives, as it is after a reload. The router
 * tries only once. The list restores its own place.
 */
export function useRestoredScroll(): void {
  const entry = useHistoryEntry()
  const position = useElementScrollRestoration({ getElement: () => window })
  const [wanted] = useState(() => (readPlace(entry) ? 0 : (position?.scrollY ?? 0)))
  useEffect(() => {
    if (wanted === 0) return
    const observer = new ResizeObserver(() => {
      window.scrollTo(0, wanted)
      if (Math.abs(window.scrollY - wanted) < 1) stop()
    })
    const timer = setTimeout(stop, patience)
    function stop(): void {
      observer.disconnect()
      clearTimeout(timer)
      for (const action of actions) window.removeEventListener(action, stop)
    }
    observer.observe(document.body)
    for (const action of actions) window.addEventListener(action, stop, { passive: true })
    return stop
  }, [wanted])
}
