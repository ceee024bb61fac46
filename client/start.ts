/**
 * The only script in a built page. It loads the others after the first paint, so that they do not delay it on slow
 * connections, or at once if the visitor is using the page, or the page is hidden or of the staff.
 */

import type { typedEarlyKey } from './lib/device-storage.ts'
import type { hydratedEvent } from './lib/hydrated.ts'

// Imports only the type: a shared module would be one more file before the first paint.
const hydrated: typeof hydratedEvent = 'hydrated'
const typedEarly: typeof typedEarlyKey = 'typedEarly'

/** A visible page whose visibility changes is hidden. */
const wakingEvents = ['pointerdown', 'keydown', 'focusin', 'input', 'visibilitychange'] as const

/** The scripts may load between the two, while a slow server answers. iOS has only the second. */
const leavingEvents = ['beforeunload', 'pagehide'] as const

/** Counts from the load event, for browsers that report no paint. */
const maxWaitMs = 1000

/** The place of the form that was submitted before the scripts had loaded. React may have to build the form again. */
let deferredForm = -1
let started = false

function deferSubmit(event: SubmitEvent): void {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  deferredForm = [...document.forms].indexOf(form)
  form.querySelector('[type=submit]')?.setAttribute('data-waiting', 'submit')
  start()
}

// biome-ignore lint/style/noRestrictedGlobals: lib/device-storage.ts would be one file more before the first paint
const tabStorage = () => sessionStorage

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fields whose text may be stored: no passwords. */
function typedFields(): Field[] {
  return [...document.querySelectorAll<HTMLInputElement>('main :is(input, select, textarea)')].filter(
    (field) => field.name && !field.readOnly && !/password/.test(field.type + field.autocomplete),
  )
}

const isTicked = (field: Field): field is HTMLInputElement => /box|radio/.test(field.type)

/** The account pages share what was typed: their links lead from one to the other. */
const section = () => location.pathname.split('/')[1]

/** Leaving the page before the scripts have loaded, by a reload or a link, must not lose what was typed. */
function storeTyped(): void {
  const typed = typedFields().map((field) =>
    isTicked(field) ? [field.name + field.value, field.checked] : [field.name, field.value],
  )
  try {
    tabStorage().setItem(typedEarly, JSON.stringify([section(), Object.fromEntries(typed)]))
  } catch {
    // Storage may be blocked or full.
  }
}

function restoreTyped(): void {
  try {
    const [typedIn, typed] = JSON.parse(tabStorage().getItem(typedEarly) ?? '[]')
    tabStorage().removeItem(typedEarly)
    if (typedIn !== section()) return
    for (const field of typedFields()) {
      if (isTicked(field)) field.checked ||= typed[field.name + field.value]
      else field.value ||= typed[field.name] ?? ''
    }
  } catch {
    // The fields stay as they are.
  }
}

/** This script element's attributes name the page's files. */
const noted = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}

const listed = (files = '') => files.split(' ').filter(Boolean)

function start(): void {
  if (started) return
  started = true
  for (const event of wakingEvents) removeEventListener(event, start, true)
  void load()
}

/** Leaves a script in the cache, however often it has to ask. Some browsers remember for good that an import has failed. */
async function fetchScript(href: string, waitMs = 500): Promise<void> {
  try {
    const response = await fetch(href)
    if (response.ok && (await response.text())) return
  } catch {
    // The connection broke, so it is asked again.
  }
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  await fetchScript(href, waitMs * 2)
}

async function load(): Promise<void> {
  // Vite's loader skips style sheets that have a link. They are inlined, so the links stay disabled; some browsers would
  // fetch a disabled link from markup.
  for (const href of listed(noted.styles)) {
    const link = document.createElement('link')
    link.toggleAttribute('disabled')
    document.head.append(Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href }))
  }
  await Promise.all([...listed(noted.entry), ...listed(noted.scripts)].map((href) => fetchScript(href)))
  // The first tells the others of the company.
  for (const href of listed(noted.entry)) await import(/* @vite-ignore */ href)
}

function handOver(): void {
  for (const event of leavingEvents) removeEventListener(event, storeTyped)
  if (deferredForm < 0) removeEventListener('submit', deferSubmit, true)
  else setTimeout(submitDeferred)
}

function submitDeferred(): void {
  // React takes over the page's content after its frame, and loses a submit until then. Most other events make it finish.
  document.querySelector('main > *')?.dispatchEvent(new Event('mouseup', { bubbles: true }))
  removeEventListener('submit', deferSubmit, true)
  const form = document.forms[deferredForm]
  form?.querySelector('[data-waiting]')?.removeAttribute('data-waiting')
  form?.requestSubmit()
}

/** Logs even if the visitor leaves before hydration. */
function logMissingPage(): void {
  if (noted.missing === undefined) return
  // biome-ignore lint/suspicious/noConsole: lib/log-error.ts would be one file more before the first paint
  console.error(`404: there is no page at ${location.pathname}`)
  document.documentElement.dataset.missing = location.pathname
}

logMissingPage()
restoreTyped()
for (const event of leavingEvents) addEventListener(event, storeTyped)
addEventListener('submit', deferSubmit, true)
addEventListener(hydrated, handOver, { once: true })
for (const event of wakingEvents) addEventListener(event, start, { capture: true, passive: true })

const inUse = (document.activeElement ?? document.body) !== document.body
if (inUse || document.hidden || noted.eager) {
  start()
} else {
  new PerformanceObserver((list) => {
    // The first paint may be of the bare background.
    if (list.getEntriesByName('first-contentful-paint')[0]) start()
  }).observe({ type: 'paint', buffered: true })
  // A module in the page runs before the page has loaded.
  addEventListener('load', () => setTimeout(start, maxWaitMs))
}
