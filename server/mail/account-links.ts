import type { LinkPurpose } from '#server/auth/email-tokens.ts'

/** The pages that letters about accounts lead to. */
const pages = {
  signIn: '/auth',
  /** With a token, sets a new password; without one, asks for the mail that has it. */
  reset: '/auth/reset',
  confirm: '/auth/confirm',
} as const

const pageOfPurpose: Readonly<Record<LinkPurpose, string>> = {
  confirmation: pages.confirm,
  reset: pages.reset,
  invitation: pages.reset,
}

/**
 * The address with which somebody proves that they read mail for an account.
 *
 * @param appOrigin the configured public address, never one that a request named
 */
export function secretLink(appOrigin: string, purpose: LinkPurpose, token: string): string {
  // The page words a first password differently.
  const marker = purpose === 'invitation' ? '&purpose=invitation' : ''
  return `${appOrigin}${pageOfPurpose[purpose]}?token=${encodeURIComponent(token)}${marker}`
}

/** The addresses of the pages without a secret. */
export function accountPages(appOrigin: string): { readonly signIn: string; readonly askForReset: string } {
  return { signIn: `${appOrigin}${pages.signIn}`, askForReset: `${appOrigin}${pages.reset}` }
}
