/** Puts a number before the window's title. Pages go on to set the title as if the number were not there. */
export function createTitleCount() {
  let count = 0
  let title = document.title
  let shown = title
  const observer = new MutationObserver(update)

  function update(): void {
    if (document.title !== shown) title = document.title
    shown = count > 0 ? `(${count}) ${title}` : title
    if (document.title !== shown) document.title = shown
  }

  return {
    /** @param next 0 for no number */
    show(next: number): void {
      count = next
      update()
      observer.disconnect()
      if (count > 0) observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    },
  }
}
