import { cookieNames } from '#shared/cookie-names.ts'

const secretBytes = 32
const dayS = 24 * 60 * 60

/** The page sets it, since the server's response must not depend on whether an account exists. */
export function setSignUpCookie(): void {
  const secure = location.protocol === 'https:'
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const attributes = ['Path=/', `Max-Age=${dayS}`, 'SameSite=Lax', ...(secure ? ['Secure'] : [])]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http and in many browsers
  document.cookie = `${cookieNames(secure).pending}=${secret}; ${attributes.join('; ')}`
}
