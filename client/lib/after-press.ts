/** In milliseconds. Nothing waits longer: a menu or another window may swallow the end of a press. */
const longestPress = 3_000
/** In milliseconds. On a touch screen the click comes after the end of the press. */
const clickPause = 100

/** Work that waits for the press that is going on; undefined without one. */
let waiting: (() => void)[] | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function end(): void {
  clearTimeout(timer)
  for (const work of waiting ?? []) setTimeout(work)
  waiting = undefined
}

function endIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(end, ms)
}

// Firefox has no `:active` yet when a press takes the focus from a field. There is no window in the prerender.
if (typeof window === 'object') {
  window.addEventListener('pointerdown', ({ button, target }) => {
    // A press of the window's scroll bar has the whole page as its target, and aims at nothing in it.
    if (button !== 0 || target === document.documentElement) return end()
    waiting ??= []
    endIn(longestPress)
  })
  window.addEventListener('pointerup', () => endIn(clickPause))
  window.addEventListener('pointercancel', () => endIn(clickPause))
  window.addEventListener('click', end, true)
}

/** Runs work that may move the page after the press that is going on, so that the press meets what it was aimed at. */
export function afterPress(work: () => void): void {
  if (waiting) waiting.push(work)
  else setTimeout(work)
}
