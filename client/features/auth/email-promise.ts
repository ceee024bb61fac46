import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { company } from '#shared/company.ts'

/** Without a mail service, it says how to get the link instead. */
export function emailPromise(promise: string): string {
  return emailsGoToFiles()
    ? `This site does not send emails yet. Call ${company.phone.display} for your link.`
    : promise
}
