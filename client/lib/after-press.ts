const ends = ['pointerup', 'pointercancel'] as const
let isPressed = false

// Firefox has no `:active` yet when a press takes the focus from a field. There is no window in the prerender.
if (typeof window === 'object') {
  window.addEventListener('pointerdown', ({ button }) => {
    isPressed = button === 0
  })
  for (const end of ends)
    window.addEventListener(end, () => {
      isPressed = false
    })
}

/**
 * Runs work that may move the page after the press that is going on, so that the press meets what it was aimed at. Mouse
 * presses end with `pointerup`; taps and keys are over with the current task.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) {
    setTimeout(work)
    return
  }
  const ended = new AbortController()
  for (const end of ends)
    window.addEventListener(
      end,
      () => {
        ended.abort()
        setTimeout(work)
      },
      { signal: ended.signal },
    )
}
