import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LinkSearch } from './search-params/auth-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    secretLink?: LinkSearch
  }
}

/** Moves the token out of the URL at once, so that it is not shared with it, into the history entry, for reloads. */
export function useSecretLink(page: '/auth/confirm' | '/auth/reset'): LinkSearch {
  const { token, purpose } = useSearch({ from: page })
  const router = useRouter()
  const navigate = useNavigate()
  // A copy, since this page stays for a moment while the next one loads.
  const [link, setLink] = useState<LinkSearch>(() =>
    token === undefined ? (router.state.location.state.secretLink ?? {}) : { token, purpose },
  )

  useEffect(() => {
    if (token === undefined) return
    const secretLink = { token, purpose }
    setLink(secretLink)
    void navigate({ to: page, state: { secretLink }, replace: true, resetScroll: false })
  }, [token, purpose, page, navigate])

  return link
}
