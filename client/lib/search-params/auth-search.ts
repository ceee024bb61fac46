import { safePath } from '#client/lib/safe-path.ts'

export const authTabs = ['sign-in', 'sign-up'] as const
export type AuthTab = (typeof authTabs)[number]

export type AuthSearch = { tab?: AuthTab | undefined; next?: string | undefined }

export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  // Without explicit keys the router would pass the unchecked values.
  return { tab: authTabs.find((tab) => tab === search.tab), next: nextPath(search.next) }
}

/** Returns no page under /auth, which would only redirect back. */
function nextPath(given: unknown): string | undefined {
  const path = safePath(given)
  return path === '/' || /^\/auth(?:[/?#]|$)/i.test(path) ? undefined : path
}

export type LinkSearch = { token?: string | undefined; purpose?: 'invitation' | undefined }

export function readLinkSearch({ token, purpose }: Record<string, unknown>): LinkSearch {
  return {
    token: typeof token === 'string' && token !== '' ? token : undefined,
    purpose: purpose === 'invitation' ? purpose : undefined,
  }
}
