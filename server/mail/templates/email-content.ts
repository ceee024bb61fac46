/** The parts of an email that a template makes. */
export type EmailContent = { readonly subject: string; readonly text: string; readonly html: string }
