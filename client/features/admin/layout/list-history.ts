import { useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
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
  /** The distance from the row's top to the window's, in pixels. */
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
