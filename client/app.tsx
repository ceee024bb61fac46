import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { createAppRouter } from './router.tsx'

type AppProps = {
  router: ReturnType<typeof createAppRouter>
  /** Told once the tree answers to events; never in the build. */
  onMounted?: () => void
}

/** The whole site; the same tree in the browser and in the build, or hydration would throw the page away. */
export function App({ router, onMounted }: AppProps) {
  useEffect(() => onMounted?.(), [onMounted])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
