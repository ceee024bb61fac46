import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Heights before a card is measured, and the gap between two, in pixels. */
const phoneHeight = 230
const deskHeight = 130
const gap = 8

/** In cards beyond the window, for the keyboard and fast scrolling. */
const overscan = 4

/** @param measurements filled on unmount, so that Back restores the scroll position */
export function useVisibleRows(items: readonly { id: string }[], measurements: VirtualItem[]) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<string>()

  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])

  const getItemKey = useCallback((index: number) => items[index]?.id ?? index, [items])

  // Keeps the focused row and its neighbors, so that Tab goes on from there.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range)
      const index = items.findIndex((item) => item.id === focused)
      if (index < 0) return visible
      const around = [index - 1, index, index + 1].filter((each) => each >= 0 && each < items.length)
      return [...new Set([...visible, ...around])].sort((one, other) => one - other)
    },
    [items, focused],
  )

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    estimateSize: () => (window.innerWidth < 768 ? phoneHeight : deskHeight),
    gap,
    overscan,
    scrollMargin: top,
    getItemKey,
    rangeExtractor,
    initialMeasurementsCache: measurements,
    // New estimates above do not move visible rows, except at the top of the page.
    anchorTo: window.scrollY > top ? 'end' : 'start',
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })

  useEffect(
    () => () => {
      measurements.splice(0, measurements.length, ...virtualizer.takeSnapshot())
    },
    [measurements, virtualizer],
  )

  const { containerRef } = virtualizer
  const listRef = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      containerRef(element)
    },
    [containerRef],
  )

  return {
    listRef,
    rowRef: virtualizer.measureElement,
    rows: virtualizer.getVirtualItems().map((row) => row.index),
    firstVisible: virtualizer.range?.startIndex ?? 0,
    lastVisible: virtualizer.range?.endIndex ?? -1,
    onFocus(event: FocusEvent<HTMLUListElement>): void {
      const index = Number(event.target.closest('li[data-index]')?.getAttribute('data-index'))
      setFocused(items[index]?.id)
    },
    onBlur({ currentTarget, target, relatedTarget }: FocusEvent<HTMLUListElement>): void {
      const staysInList = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      // The window lost the focus, not the element.
      if (!staysInList && document.activeElement !== target) setFocused(undefined)
    },
  }
}
