import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { errorAnswer } from '#tests/support/client/fake-api.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn, signOut } from '#tests/support/client/sign-in.ts'

const api = pageApi('/')

function Guarded() {
  return (
    <AuthGuard>
      <h1>For staff</h1>
    </AuthGuard>
  )
}

/** Renders a small site with guarded pages at a path; the home page is the history entry before it. */
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
      page('/admin/reports', Guarded),
    ]),
    history,
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  return { router, history }
}

it('shows a spinner until the session is known', async () => {
  await show('/admin')
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Loading…'])
})

const guarded = [
  '/admin',
  '/admin?status=new&q=oak',
  '/admin/estimates/1?tab=notes#top',
  '/admin/reports?period=this-year',
  '/account',
]

it.each(guarded)('redirects a signed-out visitor from %s to sign-in and replaces the history entry', async (path) => {
  act(() => auth.start())
  const { history } = await show(path)
  await screen.findByRole('heading', { name: 'Please sign in' })
  expect(history.location.href).toBe(`/auth?next=${encodeURIComponent(path)}`)
  act(() => history.back())
  await screen.findByRole('heading', { name: 'Home' })
})

it.each(guarded)('leads back to %s once the visitor has signed in', async (path) => {
  for (const name of ['estimates.list', 'estimates.get', 'reports.overview'])
    api.answerTo(name, errorAnswer('NOT_FOUND', 404))
  const { router } = await renderSite(path)
  await screen.findByRole('tab', { name: 'Sign In' }, { timeout: 5_000 })
  await signIn(api)
  await waitFor(() => expect(router.state.location.href).toBe(path))
})

it('shows the page to a signed-in user until the session ends', async () => {
  await signIn(api)
  const { history } = await show('/admin')
  expect(await screen.findByRole('heading', { name: 'For staff' })).toBeTruthy()
  await signOut(api)
  await screen.findByRole('heading', { name: 'Please sign in' })
  expect(history.location.href).toBe('/auth?next=%2Fadmin')
})
