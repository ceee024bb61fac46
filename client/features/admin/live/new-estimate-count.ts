/** A resumed stream may repeat an estimate. */
const maxRememberedIds = 1_000

/** Screen readers get the count of all new estimates; the title counts those that came while the tab had no focus. */
export function createNewEstimateCount() {
  const rememberedIds = new Set<string>()
  const listeners = new Set<() => void>()
  const title = createTitleCount()
  let total = 0
  let unseen = 0

  function stopWaiting(): void {
    title.show(0)
    document.removeEventListener('visibilitychange', resetOnFocus)
    window.removeEventListener('focus', resetOnFocus)
  }

  function resetOnFocus(): void {
    if (!hasFocus()) return
    unseen = 0
    stopWaiting()
  }

  return {
    add(ids: readonly string[]): void {
      const fresh = ids.filter((id) => !rememberedIds.has(id))
      if (fresh.length === 0) return
      for (const id of fresh) rememberedIds.add(id)
      for (const id of [...rememberedIds].slice(0, -maxRememberedIds)) rememberedIds.delete(id)
      total += fresh.length
      for (const listener of listeners) listener()
      if (hasFocus()) return
      unseen += fresh.length
      title.show(unseen)
      document.addEventListener('visibilitychange', resetOnFocus)
      window.addEventListener('focus', resetOnFocus)
    },
    count: () => total,
    has: (id: string): boolean => rememberedIds.has(id),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: stopWaiting,
  }
}

function hasFocus(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

/** Adds a number to the window's title, which pages still set as if it had none. */
function createTitleCount() {
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
