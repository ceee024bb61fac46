/**
 * The only script that a built page names. It loads the others after the first paint, so that on a slow connection they
 * do not delay it; at once when the visitor is already using the page, or does not see it.
 */

import type { hydratedEvent } from './lib/hydrated.ts'

type Scripts = { entry: string; others: readonly string[]; styles: readonly string[] }

// Only its type is imported: a shared module would be one more file before the first paint.
const hydrated: typeof hydratedEvent = 'hydrated'

const wakingEvents = ['pointerdown', 'keydown', 'focusin', 'input'] as const

/** The longest wait after the load event, for browsers that report no paint. */
const maxWaitMs = 1000

/** The form that was submitted before the scripts had loaded. */
let deferredForm: HTMLFormElement | undefined
let started = false

function deferSubmit(event: SubmitEvent): void {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) deferredForm = event.target
  start()
}

/** This script's element, whose attributes name the page's files. */
const noted = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}

function scriptsOfPage(): Scripts {
  const { entry, scripts = '', styles = '' } = noted
  if (!entry) throw new Error('The page does not name its scripts.')
  return { entry, others: scripts.split(' ').filter(Boolean), styles: styles.split(' ').filter(Boolean) }
}

function start(): void {
  if (started) return
  started = true
  for (const event of wakingEvents) removeEventListener(event, start, true)
  document.removeEventListener('visibilitychange', startIfHidden)
  void load(scriptsOfPage())
}

function addLink(rel: string, href: string, disabled: boolean): void {
  const link = document.createElement('link')
  if (disabled) link.setAttribute('disabled', '')
  Object.assign(link, { rel, crossOrigin: '', href })
  document.head.append(link)
}

async function load({ entry, others, styles }: Scripts): Promise<void> {
  // Vite's loader skips a style sheet that has a link. These are inlined, so their links are disabled; some browsers
  // would fetch a disabled link in the page's markup.
  for (const href of styles) addLink('stylesheet', href, true)
  // All at once, not one after the other.
  for (const href of others) addLink('modulepreload', href, false)
  await import(/* @vite-ignore */ entry)
}

/** The page handles events from now on, and gets the early submit. */
function handOver(): void {
  removeEventListener('submit', deferSubmit, true)
  if (deferredForm?.isConnected) deferredForm.requestSubmit()
}

function startIfHidden(): void {
  if (document.visibilityState === 'hidden') start()
}

function startAfterPaint(): void {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    start()
  }).observe({ type: 'paint', buffered: true })
}

/** Logs even if the visitor leaves before hydration. */
function logMissingPage(): void {
  if (noted.missing === undefined) return
  // biome-ignore lint/suspicious/noConsole: lib/log-error.ts would be one file more before the first paint
  console.error(`404: there is no page at ${location.pathname}`)
  document.documentElement.dataset.missing = location.pathname
}

logMissingPage()
addEventListener('submit', deferSubmit, true)
addEventListener(hydrated, handOver, { once: true })
for (const event of wakingEvents) addEventListener(event, start, { capture: true, passive: true })
document.addEventListener('visibilitychange', startIfHidden)

const inUse = document.activeElement !== null && document.activeElement !== document.body
if (inUse || document.visibilityState === 'hidden') {
  start()
} else {
  startAfterPaint()
  const startSoon = () => setTimeout(start, maxWaitMs)
  if (document.readyState === 'complete') startSoon()
  else addEventListener('load', startSoon, { once: true })
}
