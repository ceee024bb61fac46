import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { ErrorPage } from '#client/components/error-page.tsx'
import { tabStorage } from '#client/lib/device-storage.ts'
import { watchMissingParts } from '#client/lib/load-anew.ts'
import { company } from '#shared/company.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'

let failure: Error

function Page(): never {
  throw failure
}

let reload: MockInstance<() => void>
let statuses: number[]

beforeEach(() => {
  sessionStorage.clear()
  watchMissingParts()
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  statuses = []
  vi.stubGlobal('fetch', async () => {
    const status = statuses.shift() ?? 200
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function renderFailure(message: string, { isMissing }: { isMissing: boolean }): Promise<void> {
  expectConsole(/Error in route match|The above error occurred|broken/)
  failure = new Error(message)
  // Vite reports a script that did not load like this.
  if (isMissing) window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }))
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
    defaultErrorComponent: ErrorPage,
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
}

const heading = () => screen.findByRole('heading', { name: 'Something went wrong' })

it('the error page replaces a page that fails, and loads it anew when asked to', async () => {
  await renderFailure('broken', { isMissing: false })
  expect(await heading()).toBeTruthy()
  expect(screen.getByRole('link', { name: company.phone.display }).getAttribute('href')).toBe(company.phone.href)
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  expect(reload).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('a page that lacks a part is loaded anew by itself once the server is back', async () => {
  statuses = [0, 503, 200]
  await renderFailure('broken', { isMissing: true })
  await waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 5_000 })
  expect(statuses).toEqual([])
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull()
})

it('a page that still lacks it is not loaded again by itself, but when asked to', async () => {
  await renderFailure('broken', { isMissing: true })
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  cleanup()
  await renderFailure('broken', { isMissing: true })
  expect(await heading()).toBeTruthy()
  expect(reload).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

it('where the tab stores nothing, a page is loaded anew only when asked to', async () => {
  vi.spyOn(tabStorage, 'write').mockReturnValue(false)
  await renderFailure('broken', { isMissing: true })
  expect(await heading()).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
