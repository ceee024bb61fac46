import { cookieNames } from '#shared/cookie-names.ts'

/** As long as the link in the mail is good. */
const lifetimeSeconds = 24 * 60 * 60

/**
 * Marks this browser as the one that signs up, so that the link in the mail needs no password here. The page makes the
 * cookie and not the answer to the call, which is the same for an address that has an account already.
 */
export function markPendingSignUp(): void {
  const secure = location.protocol === 'https:'
  const attributes = ['Path=/', `Max-Age=${lifetimeSeconds}`, 'SameSite=Lax', ...(secure ? ['Secure'] : [])]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP and in older browsers
  document.cookie = `${cookieNames(secure).pending}=${randomSecret()}; ${attributes.join('; ')}`
}

/** 256 random bits in base64url. */
function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
