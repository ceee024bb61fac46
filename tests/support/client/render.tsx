import { createMemoryHistory } from '@tanstack/react-router'
import { act, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '#client/app.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { readSessionHint } from '#client/lib/page-hints.ts'
import { createAppRouter } from '#client/router.tsx'

// Loading a page's modules takes seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

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
