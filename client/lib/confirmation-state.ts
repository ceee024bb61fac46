/**
 * The navigation state that a form passes to the confirmation page. `consultation` comes from the header's form, which
 * sends nothing: the e-mail address stays on the device, for the estimate form to fill in.
 */
export type ConfirmationState =
  | { type: 'estimate'; name: string; email: string; reference: string }
  | { type: 'consultation'; email: string }

declare module '@tanstack/react-router' {
  interface HistoryState {
    type?: ConfirmationState['type']
    name?: string
    email?: string
    reference?: string
  }
}
