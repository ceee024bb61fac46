import { act, screen } from '@testing-library/react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { type FakeApi, startFakeApi } from './fake-api.ts'
import { setPageAddress } from './page-path.ts'

/** An API for a page, which the page's requests go to, and nobody signed in. */
export async function startPageApi(): Promise<FakeApi> {
  const api = await startFakeApi()
  setPageAddress(`${api.origin}/`)
  auth.start()
  // Fetches what calls the server, too, which takes longer than a test waits for an element.
  await auth.signOut()
  api.calls.length = 0
  return api
}

/** Ends what a test has begun: who is signed in outlives the page that it is shown on. */
export async function endPageApi(api: FakeApi): Promise<void> {
  await act(() => auth.signOut())
  await api.close()
}

/** The page's own input with this label; the header has one for an e-mail address too. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** The texts that a field is described by, for whoever does not see them beside it. */
export function descriptionOf(label: string): string[] {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
}
