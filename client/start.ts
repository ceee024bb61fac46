/**
 * The first script of a built page, and the only one that comes along with it. It fetches the others when the page has
 * been painted, so that on a slow line they take nothing from what is to be seen; at once when somebody is already
 * using the page, or when nobody sees it, since then there is nothing to wait for.
 */

import type { hydratedEvent } from './lib/hydrated.ts'

type Scripts = { entry: string; others: readonly string[] }

// Only its type is imported: what this file shares with others would be one file more before the first paint.
const hydrated: typeof hydratedEvent = 'hydrated'

const wakingEvents = ['pointerdown', 'keydown', 'focusin', 'input', 'online'] as const

/** So long after everything else is there the scripts start in any case, whatever a browser tells about its paints. */
const longestWaitMs = 1000

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
  const { entry, scripts = '' } = noted
  if (!entry) throw new Error('The page does not name its scripts.')
  return { entry, others: scripts.split(' ').filter(Boolean) }
}

function start(): void {
  if (started) return
  started = true
  for (const event of wakingEvents) removeEventListener(event, start, true)
  document.removeEventListener('visibilitychange', startIfHidden)
  load(scriptsOfPage()).catch((error: unknown) => {
    // A lost connection, most likely: whoever uses the page, or is connected again, has it tried once more.
    started = false
    startWhenUsed()
    reportError(error)
  })
}

function startWhenUsed(): void {
  for (const event of wakingEvents) addEventListener(event, start, { capture: true, passive: true })
}

async function load({ entry, others }: Scripts): Promise<void> {
  // All at once, instead of each when the one before names it.
  for (const href of others) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href })
    document.head.append(link)
  }
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
startWhenUsed()
document.addEventListener('visibilitychange', startIfHidden)

const inUse = document.activeElement !== null && document.activeElement !== document.body
if (inUse || document.visibilityState === 'hidden') {
  start()
} else {
  startAfterPaint()
  const startSoon = () => setTimeout(start, longestWaitMs)
  if (document.readyState === 'complete') startSoon()
  else addEventListener('load', startSoon, { once: true })
}
