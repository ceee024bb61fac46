/** What a form hands over to the confirmation page with the navigation. */
export type ConfirmationState = { type: 'estimate'; name: string; email: string }

declare module '@tanstack/react-router' {
  interface HistoryState extends Partial<ConfirmationState> {}
}
