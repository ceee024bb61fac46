/** `consultation` comes from the header's form, which sends nothing and leaves the email address to the estimate form. */
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
