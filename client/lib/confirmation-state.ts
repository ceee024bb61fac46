/** `consultation` comes from the header's form, which sends nothing and leaves the email address to the estimate form. */
export type ConfirmationState =
  | {
      type: 'estimate'
      name: string
      email: string
      reference: string
      /** Says that no copy of the answers goes to the visitor. */
      emailed?: false | undefined
      /** The path of the page that shows the request. */
      link?: string | undefined
      /** By `Date.now()`. Undefined where an earlier try may have arrived, since its time counts then. */
      submittedAt?: number | undefined
    }
  | {
      type: 'consultation'
      email: string
      /** False if the device stores nothing. */
      saved?: boolean
    }

declare module '@tanstack/react-router' {
  interface HistoryState {
    type?: ConfirmationState['type']
    name?: string
    email?: string
    reference?: string
    emailed?: false | undefined
    link?: string | undefined
    submittedAt?: number | undefined
    saved?: boolean
  }
}
