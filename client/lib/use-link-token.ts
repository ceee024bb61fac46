import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string
  }
}

/**
 * The secret of the mail's link by which one has come to a page. It is taken out of the address at once, so that it is
 * neither seen nor passed on with it, and kept with the entry of the window's history: so a reload still has it.
 *
 * @returns undefined where there is none
 */
export function useLinkToken(page: '/auth/confirm' | '/auth/reset'): string | undefined {
  const { token: inAddress } = useSearch({ from: page })
  const router = useRouter()
  const navigate = useNavigate()
  // Its own copy: while one goes on to another page, this one still stands for a moment.
  const [token, setToken] = useState(() => inAddress ?? router.state.location.state.linkToken)

  useEffect(() => {
    if (inAddress === undefined) return
    setToken(inAddress)
    void navigate({ to: page, state: { linkToken: inAddress }, replace: true, resetScroll: false })
  }, [inAddress, page, navigate])

  return token
}
