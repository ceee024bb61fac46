import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { SessionHint } from '#shared/session-hint.ts'
import { SessionHintContext } from './lib/auth/session-hint.ts'
import type { createAppRouter } from './router.tsx'

type AppProps = {
  router: ReturnType<typeof createAppRouter>
  /** Whether the page came with a session's cookie, as far as that is known. */
  session?: SessionHint | undefined
}

/** The whole site; the same tree in the browser and in the build, or hydration would throw the page away. */
export function App({ router, session }: AppProps) {
  return (
    <StrictMode>
      <SessionHintContext value={session}>
        <RouterProvider router={router} />
      </SessionHintContext>
    </StrictMode>
  )
}
