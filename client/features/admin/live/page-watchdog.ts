export const pollIntervalMs = 60_000

type PageListener = {
  /** The page is visible again after this time. */
  onVisible(hiddenMs: number): void
  onOnline(): void
  onOffline(): void
  /** Called every minute while the page is visible. */
  onPoll(): void
}

/** Returns a function that stops watching. */
export function watchPage({ onVisible, onOnline, onOffline, onPoll }: PageListener): () => void {
  let hiddenAt: number | undefined

  function onVisibilityChange(): void {
    if (document.visibilityState !== 'visible') {
      hiddenAt = Date.now()
      return
    }
    const hiddenMs = hiddenAt === undefined ? 0 : Date.now() - hiddenAt
    hiddenAt = undefined
    onVisible(hiddenMs)
  }

  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  const polling = setInterval(() => {
    if (document.visibilityState === 'visible') onPoll()
  }, pollIntervalMs)

  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    clearInterval(polling)
  }
}
