import { screen, within } from '@testing-library/react'
import { renderSite } from './render.tsx'

/** The path of the request that `answerRequest` has a fake API know, unless told otherwise. */
export const requestPath = '/admin/estimates/first'

/** Shows that request's page, as far as that it is loaded. */
export async function showRequest() {
  const site = await renderSite(requestPath)
  await screen.findByRole('heading', { name: 'Ada Romero' })
  return site
}

export const timeline = () => within(screen.getByRole('region', { name: 'Timeline' }))
