import type { EmailChangePurpose } from '#server/accounts/email-links/email-changes.ts'
import type { LinkPurpose } from '#server/accounts/email-links/email-tokens.ts'

/** The purposes of secret links in emails. */
export type SecretLinkPurpose = LinkPurpose | `email-${EmailChangePurpose}`

/** Says whom an email about an account goes to, and with which link. */
export type MailedAccount = {
  readonly email: string
  readonly secret: { readonly purpose: SecretLinkPurpose; readonly token: string } | null
  /** The other address of a change. */
  readonly otherEmail?: string
  readonly role?: string
  /** The name of the colleague who sent the invitation. */
  readonly invitedBy?: string | null
}

const pages = {
  signIn: '/auth',
  reset: '/auth/reset',
  confirm: '/auth/confirm',
  confirmNewEmail: '/auth/new-email',
  restoreEmail: '/auth/restore-email',
} as const

const pageOfPurpose: Readonly<Record<SecretLinkPurpose, string>> = {
  confirmation: pages.confirm,
  reset: pages.reset,
  invitation: pages.reset,
  'email-confirm': pages.confirmNewEmail,
  'email-undo': pages.restoreEmail,
}

/** @param appOrigin from the settings, never from a request */
export function secretLink(appOrigin: string, purpose: SecretLinkPurpose, token: string): string {
  // The page words a first password differently.
  const marker = purpose === 'invitation' ? '&purpose=invitation' : ''
  return `${appOrigin}${pageOfPurpose[purpose]}?token=${encodeURIComponent(token)}${marker}`
}

export function accountPages(appOrigin: string): { readonly signIn: string; readonly requestReset: string } {
  return { signIn: `${appOrigin}${pages.signIn}`, requestReset: `${appOrigin}${pages.reset}` }
}
