import { safePath } from '#client/lib/safe-path.ts'

/** The tabs of the sign-in page. */
export const authTabs = ['sign-in', 'sign-up'] as const
export type AuthTab = (typeof authTabs)[number]

/** What the address of the sign-in page may say: which tab, and where to go on to. */
export type AuthSearch = { tab?: AuthTab | undefined; next?: string | undefined }

/** Reads the search part of the sign-in page's address. What is not understood counts as nothing. */
export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  // Named even when they are undefined: the router would let the unchecked values through otherwise.
  return { tab: authTabs.find((tab) => tab === search.tab), next: nextPath(search.next) }
}

/** Never the page itself or one beside it, to which one would only be sent back. */
function nextPath(given: unknown): string | undefined {
  const path = safePath(given)
  return path === '/' || /^\/auth(?:[/?#]|$)/i.test(path) ? undefined : path
}

/** The search params of a link from an e-mail or an invitation. */
export type LinkSearch = { token?: string | undefined; purpose?: 'invitation' | undefined }

export function readLinkSearch({ token, purpose }: Record<string, unknown>): LinkSearch {
  return {
    token: typeof token === 'string' && token !== '' ? token : undefined,
    purpose: purpose === 'invitation' ? purpose : undefined,
  }
}
