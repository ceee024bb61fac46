/** Work that waits for the press that is going on; undefined without one. */
let waiting: (() => void)[] | undefined

function end(): void {
  for (const work of waiting ?? []) setTimeout(work)
  waiting = undefined
}

// Firefox has no `:active` yet when a press takes the focus from a field. There is no window in the prerender.
if (typeof window === 'object') {
  window.addEventListener('pointerdown', ({ button }) => {
    if (button === 0) waiting ??= []
    else end()
  })
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}

/**
 * Runs work that may move the page after the press that is going on, so that the press meets what it was aimed at. Mouse
 * presses end with `pointerup`; taps and keys are over with the current task.
 */
export function afterPress(work: () => void): void {
  if (waiting) waiting.push(work)
  else setTimeout(work)
}
