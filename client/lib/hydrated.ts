/** Dispatched once on the window when the page handles events. */
export const hydratedEvent = 'hydrated'

/** Announces hydration by an event, and to later readers by the root element's `data-hydrated`. */
export function announceHydrated(): void {
  document.documentElement.dataset.hydrated = 'true'
  window.dispatchEvent(new Event(hydratedEvent))
}
