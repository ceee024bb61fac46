/**
 * The navigation state of the confirmation page. `consultation` comes from the header's form, which sends nothing: the
 * address stays on the device for the estimate form.
 */
export type ConfirmationState =
  | { type: 'estimate'; name: string; email: string }
  | { type: 'consultation'; email: string }

declare module '@tanstack/react-router' {
  interface HistoryState {
    type?: ConfirmationState['type']
    name?: string
    email?: string
  }
}
