import type { AuthReason } from '#shared/account.ts'
import type { Role } from '#shared/permissions.ts'
import { accountSession, ada } from './account-session.ts'
import { dataAnswer, errorAnswer } from './fake-api.ts'

/** The server's errors by reason. */
const errors: Readonly<Record<AuthReason, readonly [code: string, status: number, message: string]>> = {
  invalid_credentials: ['UNAUTHORIZED', 401, 'Email or password is incorrect.'],
  email_not_confirmed: ['FORBIDDEN', 403, 'Email not confirmed'],
  weak_password: ['BAD_REQUEST', 400, 'Please choose another password.'],
  link_used: ['BAD_REQUEST', 400, 'This link was already used. It worked.'],
  otp_expired: ['BAD_REQUEST', 400, 'Email link is invalid or has expired'],
  password_required: ['BAD_REQUEST', 400, 'Please enter your password.'],
  session_not_found: ['UNAUTHORIZED', 401, 'Please sign in.'],
  refresh_token_already_used: ['BAD_REQUEST', 400, 'Please sign in again.'],
  invalid_code: ['UNAUTHORIZED', 401, 'That code isn’t right, or was used before.'],
  challenge_expired: ['UNAUTHORIZED', 401, 'This took too long. Please start again.'],
  passkey_refused: ['UNAUTHORIZED', 401, 'This passkey isn’t one of this site’s.'],
  proof_required: ['FORBIDDEN', 403, 'Please prove again that it is you.'],
  second_factor_missing: ['FORBIDDEN', 403, 'Please set up a second factor first.'],
  insufficient_role: ['FORBIDDEN', 403, 'You may not have admin privileges.'],
  wrong_account: ['FORBIDDEN', 403, 'This link belongs to another account.'],
  address_taken: ['CONFLICT', 409, 'This address has an account of its own by now.'],
  too_many_attempts: ['TOO_MANY_REQUESTS', 429, 'Too many attempts. Please try again in 12 minutes.'],
}

/** An error as the server would send it. */
export function refusedBy(reason: AuthReason, fieldErrors?: Record<string, string[]>) {
  const [code, status, message] = errors[reason]
  return errorAnswer(code, status, fieldErrors, reason, message)
}

/** By default, the person has no role. */
export function signedIn(email: string, role: Role = 'user') {
  return dataAnswer(accountSession({ user: { ...ada, email, role, identities: [{ provider: 'email', email }] } }))
}
