import { type RefObject, useLayoutEffect, useState } from 'react'

/** The ring around what has the focus, and a little air, in pixels. */
const ringPx = 8

const moves = ['scroll', 'resize'] as const

/**
 * Whether what has the focus lies, in whole or in part, under a card that floats over the page. It is known before the
 * card is painted, and follows the focus and every scrolling.
 *
 * @param shown whether the card is there at all
 */
export function useCoversFocus(card: RefObject<HTMLElement | null>, shown: boolean): boolean {
  const [covers, setCovers] = useState(false)

  useLayoutEffect(() => {
    if (!shown) return
    const look = () => setCovers(card.current !== null && overlap(card.current, document.activeElement))
    look()
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    // In the capture phase, since what scrolls may also be a part of the page.
    for (const move of moves) window.addEventListener(move, look, { capture: true, passive: true })
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
      for (const move of moves) window.removeEventListener(move, look, { capture: true })
    }
  }, [card, shown])

  return shown && covers
}

/** What is around the card, such as the page's content after a change of page, is not under it. */
function overlap(card: HTMLElement, focused: Element | null): boolean {
  if (!focused || focused.contains(card) || card.contains(focused)) return false
  const box = focused.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return false
  // Where the card comes to rest; its rectangle would tell where the animation has it now.
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = card
  return (
    box.left < left + width + ringPx &&
    box.right > left - ringPx &&
    box.top < top + height + ringPx &&
    box.bottom > top - ringPx
  )
}
