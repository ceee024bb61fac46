import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { pageApi } from '#tests/support/page-api.ts'
import { signIn, signOut } from '#tests/support/sign-in.ts'

const api = pageApi('/')

afterEach(() => signOut(api))

function Guarded() {
  return (
    <AuthGuard>
      <h1>For staff</h1>
    </AuthGuard>
  )
}

/** A site with guarded pages, of which one is not the home page and one lies deep. */
async function show(path: string) {
  const root = createRootRoute({ component: Outlet })
  const page = (at: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: at, component })
  const history = createMemoryHistory({ initialEntries: ['/', path] })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/', () => <h1>Home</h1>),
      page('/auth', () => <h1>Please sign in</h1>),
      page('/admin', Guarded),
      page('/account', Guarded),
      page('/admin/estimates/$id', Guarded),
    ]),
    history,
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  return { router, history }
}

it('shows that it waits as long as nobody knows who is signed in', async () => {
  await show('/admin')
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  expect(screen.queryByRole('heading')).toBeNull()
})

it.each([
  ['/admin', '/auth'],
  ['/account', '/auth'],
  ['/admin/estimates/1?tab=notes#top', `/auth?next=${encodeURIComponent('/admin/estimates/1?tab=notes#top')}`],
])('sends whoever is not signed in from %s to %s, in the place of the page', async (path, to) => {
  act(() => auth.start())
  const { history } = await show(path)
  await screen.findByRole('heading', { name: 'Please sign in' })
  expect(history.location.href).toBe(to)
  act(() => history.back())
  await screen.findByRole('heading', { name: 'Home' })
})

it('shows the page to whoever is signed in, until the session ends', async () => {
  await signIn(api)
  const { history } = await show('/admin')
  expect(await screen.findByRole('heading', { name: 'For staff' })).toBeTruthy()
  await signOut(api)
  await screen.findByRole('heading', { name: 'Please sign in' })
  expect(history.location.href).toBe('/auth')
})
