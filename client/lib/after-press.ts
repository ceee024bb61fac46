/**
 * Runs work that may move the page after the press that is going on, so that the press meets what it was aimed at. Mouse
 * presses end with `pointerup`; taps and keys are over with the current task.
 */
export function afterPress(work: () => void): void {
  const soon = () => setTimeout(work)
  if (document.querySelector(':active')) window.addEventListener('pointerup', soon, { once: true })
  else soon()
}
