import { type RefObject, useLayoutEffect, useState } from 'react'

/** The focus ring and some space around it, in pixels. */
const ringPx = 8

const moves = ['scroll', 'resize'] as const

/**
 * Whether a floating card covers part of the focused element, or of one that asks to be kept clear; known before the card
 * is painted.
 */
export function useIsInTheWay(card: RefObject<HTMLElement | null>, shown: boolean): boolean {
  const [covers, setCovers] = useState(false)

  useLayoutEffect(() => {
    if (!shown) return
    const update = () => {
      const elements = [document.activeElement, document.querySelector('[data-keep-clear]')]
      setCovers(elements.some((element) => card.current && overlap(card.current, element)))
    }
    update()
    document.addEventListener('focusin', update)
    document.addEventListener('focusout', update)
    // Captures events, since a part of the page may scroll.
    for (const move of moves) window.addEventListener(move, update, { capture: true, passive: true })
    return () => {
      document.removeEventListener('focusin', update)
      document.removeEventListener('focusout', update)
      for (const move of moves) window.removeEventListener(move, update, { capture: true })
    }
  }, [card, shown])

  return shown && covers
}

/** The card does not cover elements around it, such as the content focused after a navigation. */
function overlap(card: HTMLElement, element: Element | null): boolean {
  if (!element || element.contains(card) || card.contains(element)) return false
  const box = element.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return false
  // Uses the final position; the card's rectangle would follow the animation.
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = card
  return (
    box.left < left + width + ringPx &&
    box.right > left - ringPx &&
    box.top < top + height + ringPx &&
    box.bottom > top - ringPx
  )
}
