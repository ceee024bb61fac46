import type { LinkPurpose } from '#server/auth/email-tokens.ts'

const pages = {
  signIn: '/auth',
  reset: '/auth/reset',
  confirm: '/auth/confirm',
} as const

const pageOfPurpose: Readonly<Record<LinkPurpose, string>> = {
  confirmation: pages.confirm,
  reset: pages.reset,
  invitation: pages.reset,
}

/** @param appOrigin from the settings, never from a request */
export function secretLink(appOrigin: string, purpose: LinkPurpose, token: string): string {
  // The page words a first password differently.
  const marker = purpose === 'invitation' ? '&purpose=invitation' : ''
  return `${appOrigin}${pageOfPurpose[purpose]}?token=${encodeURIComponent(token)}${marker}`
}

export function accountPages(appOrigin: string): { readonly signIn: string; readonly requestReset: string } {
  return { signIn: `${appOrigin}${pages.signIn}`, requestReset: `${appOrigin}${pages.reset}` }
}
