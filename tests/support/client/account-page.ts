import { act, screen } from '@testing-library/react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { type FakeApi, startFakeApi } from './fake-api.ts'
import { setPageAddress } from './page-path.ts'

/** Starts an API for a page without a session. */
export async function startPageApi(): Promise<FakeApi> {
  const api = await startFakeApi()
  setPageAddress(`${api.origin}/`)
  auth.start()
  // Also imports the API client, which takes longer than a test waits for an element.
  await auth.signOut()
  api.calls.length = 0
  return api
}

/** Signs out, since the session outlives the page, and stops the API. */
export async function endPageApi(api: FakeApi): Promise<void> {
  await act(() => auth.signOut())
  await api.close()
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** The texts that screen readers read with a field. */
export function descriptionOf(label: string): string[] {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
}
