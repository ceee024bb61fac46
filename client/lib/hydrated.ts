/** Sent to the window, once, when the page answers to whatever is done on it. */
export const hydratedEvent = 'hydrated'

/**
 * Says that the page has come to life: by an event, and for whoever looks later by the root element's attribute
 * `data-hydrated`. A part that React has not reached by then, it reaches before it lets an event through to it.
 */
export function announceHydrated(): void {
  document.documentElement.dataset.hydrated = 'true'
  window.dispatchEvent(new Event(hydratedEvent))
}
