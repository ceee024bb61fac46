import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { SessionHint } from '#shared/session-hint.ts'
import { FormerControls } from './lib/former-controls.ts'
import { SessionHintContext } from './lib/page-hints.ts'
import type { createAppRouter } from './router.tsx'

type AppProps = {
  router: ReturnType<typeof createAppRouter>
  session?: SessionHint | undefined
  /** Runs after hydration; never while prerendering. */
  onMounted?: () => void
}

/** Renders the same tree in the browser and in the build; otherwise hydration would discard the page. */
export function App({ router, session, onMounted }: AppProps) {
  useEffect(() => {
    onMounted?.()
  }, [onMounted])
  return (
    <StrictMode>
      <SessionHintContext value={session}>
        <FormerControls />
        <RouterProvider router={router} />
      </SessionHintContext>
    </StrictMode>
  )
}
