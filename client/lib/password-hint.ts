import { passwordMinimumLength } from '#shared/account.ts'

/** What stands at every field for a new password. The server has the last word. */
export const passwordHint = `At least ${passwordMinimumLength} characters, and none of the common ones.`
