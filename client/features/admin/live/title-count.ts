/** Adds a number to the window's title, which pages still set as if it had none. */
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
