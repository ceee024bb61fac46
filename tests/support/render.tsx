import { createMemoryHistory } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '#client/app.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { readSessionHint } from '#client/lib/auth/session-hint.ts'
import { createAppRouter } from '#client/router.tsx'

/** Shows the site at a path, as the browser does after its scripts have come. */
export async function renderSite(path: string) {
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: false,
  })
  await router.load()
  const page = render(<App router={router} session={readSessionHint()} />)
  act(() => auth.start())
  return { ...page, router, user: userEvent.setup() }
}
