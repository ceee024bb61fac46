export type EmailContent = { readonly subject: string; readonly text: string; readonly html: string }
