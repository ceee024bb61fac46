import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '#shared/permissions.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'
import { answerList, listedEstimate } from '#tests/support/estimates/listed-estimates.ts'

const api = pageApi('/admin')
let downloads: string[]

beforeEach(() => {
  answerList(api, [listedEstimate()])
  api.answerTo('estimates.createExport', dataAnswer({ url: '/api/export/estimates.csv?ticket=abc' }))
  downloads = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) downloads.push(this.getAttribute('href') ?? '')
  })
})
const exportButton = () => screen.queryByRole('button', { name: 'Export CSV' })
const excelButton = () => screen.queryByRole('button', { name: 'Export Excel' })
const requested = () => inputsOf(api, 'estimates.createExport')

/** Shows the list to an account with a role. */
async function openList(role: Role, path = '/admin') {
  await signIn(api, { role })
  const site = await renderSite(path)
  await screen.findByRole('article')
  return site
}

it('downloads the list as the address filters it, for an administrator', async () => {
  const { user } = await openList('admin', '/admin?status=new&urgent=true&q=oak%20%26%20more&sort=due')
  await user.click(exportButton() ?? document.body)
  await waitFor(() => expect(downloads).toEqual(['/api/export/estimates.csv?ticket=abc']))
  expect(requested()).toEqual([{ q: 'oak & more', status: 'new', urgent: true, sort: 'due' }])
})

it('downloads a workbook, too', async () => {
  const { user } = await openList('admin', '/admin?status=new')
  await user.click(excelButton() ?? document.body)
  await waitFor(() => expect(downloads).toHaveLength(1))
  expect(requested()).toEqual([{ status: 'new', format: 'xlsx' }])
})

it('asks for one link when it is pressed twice', async () => {
  const { user } = await openList('admin')
  const release = api.hold()
  await user.dblClick(exportButton() ?? document.body)
  expect(exportButton()?.getAttribute('aria-disabled')).toBe('true')
  release()
  await waitFor(() => expect(downloads).toHaveLength(1))
  expect(requested()).toHaveLength(1)
})

it.each([
  ['the server’s sentence', errorAnswer('FORBIDDEN', 403, undefined, undefined, 'You may not.'), 'You may not.'],
  [
    'that the server is out of reach',
    'hang up',
    'We couldn’t reach the server. Please check your connection and try again.',
  ],
] as const)('says %s in a toast when there is no link, and can be pressed again', async (_what, answer, message) => {
  const { user } = await openList('admin')
  api.answerTo('estimates.createExport', answer)
  await user.click(exportButton() ?? document.body)
  const toast = await screen.findByRole('alert', {}, { timeout: 5_000 })
  expect(toast.textContent).toBe(`Export Failed${message}`)
  expect(downloads).toEqual([])
  api.answerTo('estimates.createExport', dataAnswer({ url: '/again' }))
  await user.click(exportButton() ?? document.body)
  await waitFor(() => expect(downloads).toEqual(['/again']))
})

it('is not offered to accounts without the permission', async () => {
  await openList('staff')
  expect([exportButton(), excelButton()]).toEqual([null, null])
})
