/** The window gets this event once, when the page is ready to handle events. */
export const hydratedEvent = 'hydrated'

/** Dispatches the event, and sets `data-hydrated` on the root element for later readers. */
export function announceHydrated(): void {
  document.documentElement.dataset.hydrated = 'true'
  window.dispatchEvent(new Event(hydratedEvent))
}
