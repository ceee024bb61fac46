import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** What a card takes before it has been measured, and the space between two. In pixels. */
const phoneHeight = 420
const deskHeight = 240
const gap = 12

/** Cards beyond the window that are there for the next press of a key, or for a quick thumb. */
const overscan = 4

/**
 * Virtualizes the list: only rows in or near the window are in the page, each as high as its content.
 *
 * @param measurements filled on unmount, so that Back restores the scroll position
 */
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

  // The row with the focus stays, and its neighbours with it, so that Tab leads on from where one was.
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
    // Where new requests arrive above, what one reads stays in its place; at the top they are what one wants to see.
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
    /** The indexes of the rows to show, in order. */
    rows: virtualizer.getVirtualItems().map((row) => row.index),
    /** The index of the last row within the window. */
    lastVisible: virtualizer.range?.endIndex ?? -1,
    onFocus(event: FocusEvent<HTMLUListElement>): void {
      const index = Number(event.target.closest('li[data-index]')?.getAttribute('data-index'))
      setFocused(items[index]?.id)
    },
    onBlur({ currentTarget, target, relatedTarget }: FocusEvent<HTMLUListElement>): void {
      const staysInList = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      // The element keeps the focus while one looks at another window.
      if (!staysInList && document.activeElement !== target) setFocused(undefined)
    },
  }
}
