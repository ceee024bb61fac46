import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LinkSearch } from './search-params/auth-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    secretLink?: LinkSearch
  }
}

/** Moves the token from the URL, which may be shared, into the history entry, which survives reloads. */
export function useSecretLink(
  page: '/auth/confirm' | '/auth/reset' | '/auth/new-email' | '/auth/restore-email',
): LinkSearch {
  const { token, purpose } = useSearch({ from: page })
  const router = useRouter()
  const navigate = useNavigate()
  // This page stays briefly while the next one loads.
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
