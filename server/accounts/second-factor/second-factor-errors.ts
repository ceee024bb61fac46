import { AppError } from '#server/errors.ts'

const wrongCode = 'That code isn’t right, or was used before. Wait for the next code in your app, and try again.'

export function invalidCode(message = wrongCode): AppError {
  return new AppError('unauthenticated', message, { reason: 'invalid_code', fieldErrors: { code: [message] } })
}

export function invalidRecoveryCode(): AppError {
  return invalidCode('That recovery code isn’t right, or was used before. Each works once: try another one.')
}

export function challengeExpired(): AppError {
  return new AppError('unauthenticated', 'This took too long, or was continued in another tab. Please start again.', {
    reason: 'challenge_expired',
  })
}

export function passkeyRefused(message = 'This passkey isn’t one of this site’s, or it can’t be used any more.') {
  return new AppError('unauthenticated', message, { reason: 'passkey_refused' })
}

export function proofRequired(): AppError {
  return new AppError('forbidden', 'Please prove again that it is you.', { reason: 'proof_required' })
}

/** The key is missing or is another one. Recovery codes and passkeys do not need it. */
export function appCodesUnavailable(cause?: unknown): AppError {
  const message =
    'Codes from apps cannot be checked at the moment. Use a recovery code or a passkey, and tell the person who runs this site.'
  return new AppError('unavailable', message, cause === undefined ? {} : { cause })
}
