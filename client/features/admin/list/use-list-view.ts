import { useState } from 'react'
import { createDeviceStorage, listViewKey } from '#client/lib/device-storage.ts'
import { type ListSearch, type ListViewName, listViews } from '#shared/estimates/estimate-list.ts'
import type { ChangeSearch } from './use-list-search.ts'

const storage = createDeviceStorage()

type ListViewChoice = { readonly view: ListViewName; choose(view: ListViewName): void }

/** The address decides, or else what was last chosen on this device. */
export function useListView({ view: inAddress }: ListSearch, change: ChangeSearch): ListViewChoice {
  const [stored, setStored] = useState(() => listViews.find((name) => name === storage.read(listViewKey)) ?? 'cards')
  return {
    view: inAddress ?? stored,
    choose(view) {
      setStored(view)
      storage.write(listViewKey, view)
      change({ view: view === 'compact' ? view : undefined }, { replace: true })
    },
  }
}
