import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { PendingPage } from './pending-page.tsx'

/** Shows what is in it to whoever is signed in, and sends everybody else to sign in. */
export function AuthGuard({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  if (status === 'loading') return <PendingPage />
  return status === 'signed-in' ? children : <Navigate to="/auth" replace />
}
