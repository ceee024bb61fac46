import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerRequest, jo } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { requestPath } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = staffApi(requestPath)
const finished = { status: 'completed', outcome: 'won' } as const
const button = () => screen.findByRole('button', { name: 'Ask for a review…' })

it('asks after it has shown the email, once although it is sent twice', async () => {
  const request = answerRequest(api)
  Object.assign(request.work, finished)
  api.answerTo('reviews.state', dataAnswer({ problem: null, askedAt: null }))
  const { user } = await renderSite(requestPath)
  await user.click(await button())
  const dialog = await screen.findByRole('dialog', { name: 'Ask for a review' })
  expect(dialog.textContent).toContain('This email goes to ada.romero@example.com')
  expect(dialog.textContent).toContain('Would you tell others how it went?')
  api.answerTo('reviews.ask', errorAnswer('SERVICE_UNAVAILABLE', 503))
  await user.click(within(dialog).getByRole('button', { name: 'Send this email' }))
  await within(dialog).findByRole('alert')
  const asked = { id: 'asked', at: '2025-01-06T20:10:00.000Z', by: jo.email, kind: 'review_asked' } as const
  api.answerTo('reviews.ask', () => dataAnswer({ work: request.work, timeline: [...request.timeline, asked] }))
  api.answerTo('reviews.state', dataAnswer({ problem: 'asked', askedAt: asked.at }))
  await user.click(within(dialog).getByRole('button', { name: 'Send this email' }))
  await screen.findByText('Asked on Mon, Jan 6, 2025. One request a year.')
  expect(await screen.findByText('Asked for a review')).toBeTruthy()
  const [first, second] = inputsOf(api, 'reviews.ask') as { entryKey: string }[]
  expect(first?.entryKey).toBe(second?.entryKey)
  await user.click(await button())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['no_link', 'An administrator has to add your link for reviews first.'],
  ['no_email', 'This request has no email address.'],
  ['opted_out', 'Ada Romero asked not to be asked.'],
])('says why nobody can be asked: %s', async (problem, reason) => {
  Object.assign(answerRequest(api).work, finished)
  api.answerTo('reviews.state', dataAnswer({ problem, askedAt: null }))
  await renderSite(requestPath)
  const asks = await button()
  expect(asks.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(asks.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
})

it('offers it once the request is completed and won', async () => {
  Object.assign(answerRequest(api).work, { status: 'completed' })
  api.answerTo('reviews.state', dataAnswer({ problem: null, askedAt: null }))
  const { user } = await renderSite(requestPath)
  const won = await screen.findByRole('button', { name: 'Won' })
  expect(screen.queryByRole('button', { name: 'Ask for a review…' })).toBeNull()
  await user.click(won)
  expect(await button()).toBeTruthy()
})
