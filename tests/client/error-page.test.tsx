import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ErrorPage } from '#client/components/error-page.tsx'
import { company } from '#shared/company.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'

let broken = false

function Page() {
  if (broken) throw new Error('broken')
  return <h1>It works</h1>
}

it('the error page replaces a page that fails, and shows it again once it works', async () => {
  expectConsole(/Error in route match|The above error occurred|broken/)
  broken = true
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
    defaultErrorComponent: ErrorPage,
  })
  await router.load()
  render(<RouterProvider router={router as never} />)

  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByRole('link', { name: company.phone.display }).getAttribute('href')).toBe(company.phone.href)
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')

  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'It works' })).toBeTruthy()
})
