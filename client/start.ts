/**
 * The first script of a built page, and the only one that comes along with it. It fetches the others when the page has
 * been painted, so that on a slow line they take nothing from what is to be seen; at once when somebody is already
 * using the page, or when nobody sees it, since then there is nothing to wait for.
 */

import type { hydratedEvent } from './lib/hydrated.ts'

type Scripts = { entry: string; others: readonly string[]; styles: readonly string[] }

// Only its type is imported: what this file shares with others would be one file more before the first paint.
const hydrated: typeof hydratedEvent = 'hydrated'

const wakingEvents = ['pointerdown', 'keydown', 'focusin', 'input'] as const

/** So long after everything else is there the scripts start in any case, whatever a browser tells about its paints. */
const maxWaitMs = 1000

/** The form that was sent before there was a script to send it. */
let sentForm: HTMLFormElement | undefined
let started = false

function keepSubmission(event: SubmitEvent): void {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) sentForm = event.target
  start()
}

/** This script's element, at which the build has noted what the page is made of. */
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
  // The scripts look for a sheet's link before they fetch it. These stand in the page already, and a disabled link is
  // not fetched; in the page's own markup some browsers would fetch it all the same, to be early.
  for (const href of styles) addLink('stylesheet', href, true)
  // All at once, instead of each when the one before names it.
  for (const href of others) addLink('modulepreload', href, false)
  await import(/* @vite-ignore */ entry)
}

/** The page answers by itself from now on, and gets what was sent before. */
function handOver(): void {
  removeEventListener('submit', keepSubmission, true)
  if (sentForm?.isConnected) sentForm.requestSubmit()
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

/** Whoever leaves before the page has come to life leaves a trace all the same. */
function tellMissingPage(): void {
  if (noted.missing === undefined) return
  // biome-ignore lint/suspicious/noConsole: lib/log-error.ts would be one file more before the first paint
  console.error(`404: there is no page at ${location.pathname}`)
  document.documentElement.dataset.missing = location.pathname
}

tellMissingPage()
addEventListener('submit', keepSubmission, true)
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
