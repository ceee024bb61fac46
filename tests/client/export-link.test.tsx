import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Role } from '#shared/permissions.ts'
import { answerList, listedEstimate } from '#tests/support/listed-estimates.ts'
import { pageApi } from '#tests/support/page-api.ts'
import { renderSite } from '#tests/support/render.tsx'
import { signIn, signOut } from '#tests/support/sign-in.ts'

const api = pageApi('/admin')

beforeEach(() => answerList(api, [listedEstimate()]))
afterEach(() => signOut(api))

const exportLink = () => screen.queryByRole('link', { name: 'Export CSV' })

/** Shows the list to somebody of a role. */
async function openList(role: Role, path = '/admin'): Promise<void> {
  await signIn(api, { role })
  await renderSite(path)
  await screen.findByRole('article')
}

it('an administrator can export the list as the address filters it', async () => {
  await openList('admin', '/admin?status=new&urgent=true&q=oak%20%26%20more')
  expect(exportLink()?.getAttribute('href')).toBe('/api/export/estimates.csv?q=oak+%26+more&status=new&urgent=true')
  expect(exportLink()?.hasAttribute('download')).toBe(true)
})

it('without a filter, all of it', async () => {
  await openList('admin')
  expect(exportLink()?.getAttribute('href')).toBe('/api/export/estimates.csv')
})

it('nobody else is offered an export', async () => {
  await openList('staff')
  expect(exportLink()).toBeNull()
})
