import { useHydrated, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** The address that stood in the sign-in form by which one has come here; undefined where there was none. */
export function useTypedEmail(): string | undefined {
  const router = useRouter()
  const [email] = useState(() => router.state.location.state.email)
  // A reload keeps it, but the markup that the build has written knows nothing of it.
  return useHydrated() ? email : undefined
}
