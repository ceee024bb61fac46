import { AppError } from '#server/errors.ts'
import { emailChangeHours, emailUndoHours } from '#shared/account.ts'
import { company } from '#shared/company.ts'

const confirmProblems = {
  expired: `This link worked for ${emailChangeHours} hours, which are over. Your address has not changed. Ask for a new link on your account page.`,
  used: 'This link was used before, and your address has been changed again since. Your account page shows the address that is in force.',
  replaced:
    'This link does not work: a newer one replaced it, the change was canceled, or the address of the page was cut off. Open the link in the latest email, or ask for a new one on your account page.',
} as const

/** The error of a link that confirms a new address. */
export function emailLinkBroken(problem: keyof typeof confirmProblems): AppError {
  return new AppError('invalid', confirmProblems[problem], { reason: 'otp_expired' })
}

const callUs = () => `call us at ${company.phone.display}`

const undoProblems = {
  expired: () =>
    `This link worked for ${emailUndoHours} hours, which are over. If you did not change your address, ${callUs()} right away.`,
  used: () =>
    'The change was undone already. Open the link for a new password in our latest email, or ask for another one.',
  unknown: () =>
    `This link does not work: the address of the page was cut off, or the change was undone by another link. Copy the whole link from the email. If that does not help, ${callUs()}.`,
} as const

/** The error of a link that restores the former address. */
export function undoLinkBroken(problem: keyof typeof undoProblems): AppError {
  return new AppError('invalid', undoProblems[problem](), { reason: 'otp_expired' })
}

export function formerAddressTaken(): AppError {
  const message = `Your former address has an account of its own by now, so the change can’t be undone by a link. Please ${callUs()}.`
  return new AppError('conflict', message, { reason: 'address_taken' })
}
