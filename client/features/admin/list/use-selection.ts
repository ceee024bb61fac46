import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import { maxBulkChange } from '#shared/estimates/bulk-change.ts'

/** @param extend also selects or deselects everything from the last pressed estimate to this one */
export type Select = (id: string, extend: boolean) => void

export type Selection = {
  readonly ids: ReadonlySet<string>
  /** They are in the order of the list. */
  readonly estimates: readonly ListedEstimate[]
  readonly select: Select
  readonly selectAll: () => void
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * At most {@link maxBulkChange} estimates can be selected. What leaves the list leaves the selection, since people change
 * only what they see. Escape clears it.
 *
 * @param scope of the list; another one begins with nothing selected
 * @param hasBoxes false for cards; what was selected waits for the boxes
 */
export function useSelection(items: readonly ListedEstimate[], scope: string, hasBoxes: boolean): Selection {
  const [chosen, setChosen] = useState(none)
  const [shownScope, setShownScope] = useState(scope)
  const anchor = useRef<string>(undefined)
  const latest = useRef(items)
  useLayoutEffect(() => {
    latest.current = items
  }, [items])
  if (shownScope !== scope) {
    setShownScope(scope)
    setChosen(none)
  }

  const estimates = useMemo(() => items.filter(({ id }) => hasBoxes && chosen.has(id)), [items, chosen, hasBoxes])
  const ids = useMemo(() => new Set(estimates.map(({ id }) => id)), [estimates])
  const isEmpty = ids.size === 0

  const clear = useCallback(() => setChosen(none), [])
  const selectAll = useCallback(
    () => setChosen(new Set(latest.current.slice(0, maxBulkChange).map(({ id }) => id))),
    [],
  )
  const select = useCallback<Select>((id, extend) => {
    const from = anchor.current
    anchor.current = id
    setChosen((former) => {
      const wanted = !former.has(id)
      const pressed = extend ? range(latest.current, from, id) : [id]
      const others = [...former].filter((each) => !pressed.includes(each))
      return new Set(wanted ? [...others, ...pressed].slice(0, maxBulkChange) : others)
    })
  }, [])

  useEffect(() => {
    if (isEmpty) return
    const listen = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open], :popover-open')) return
      // There, the key clears what was typed.
      const isTyping = target instanceof HTMLInputElement && target.type !== 'checkbox'
      if (!isTyping) setChosen(none)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isEmpty])

  return { ids, estimates, select, selectAll, clear }
}

function range(items: readonly { id: string }[], from: string | undefined, to: string): string[] {
  const [first = 0, last = 0] = [from ?? to, to]
    .map((id) => items.findIndex((item) => item.id === id))
    .toSorted((a, b) => a - b)
  return first < 0 ? [to] : items.slice(first, last + 1).map(({ id }) => id)
}
