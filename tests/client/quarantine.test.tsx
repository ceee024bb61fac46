import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { button } from '#tests/support/client/controls.ts'
import { answerRequest, max, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { inputsOf } from '#tests/support/client/fake-api.ts'
import { requestPath, showRequest, timeline } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'

const api = staffApi(requestPath)
let request: WorkedRequest

beforeEach(() => {
  request = answerRequest(api)
})

function quarantine(): void {
  request.work = { ...request.work, dueAt: null, quarantine: { reasons: ['decoy', 'link-in-name'], isSpam: false } }
  request.timeline = [
    ...request.timeline,
    { id: 'aside', at: '2025-01-05T17:00:00.000Z', by: null, kind: 'quarantined', reasons: ['decoy', 'link-in-name'] },
  ]
}

const calls = (name: string) => inputsOf(api, `estimates.${name}`)
const notice = () => screen.queryByRole('region', { name: 'Possible spam' })
const badge = () => screen.queryByText('Possible spam', { selector: 'article > header *' })
const spam = () => screen.queryByRole('region', { name: 'Spam' })

describe('QuarantineNotice', () => {
  it('shows each reason for the quarantine as a sentence and in the timeline, without a response clock', async () => {
    quarantine()
    await showRequest()
    const region = within(notice() ?? document.body)
    expect(region.getByText('A hidden field was filled in.')).toBeTruthy()
    expect(region.getByText('The name contains a link.')).toBeTruthy()
    expect(badge()).toBeTruthy()
    expect(screen.queryByText(/^(due|overdue)/)).toBeNull()
    expect(timeline().getByText('Possible spam')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark as spam' })).toBeNull()
  })

  it('releases a quarantined estimate with the version seen, starts its clock, and keeps the focus on the page', async () => {
    quarantine()
    const { user } = await showRequest()
    await user.click(button('Not spam'))
    await timeline().findByText('Not spam')
    expect(calls('release')).toEqual([{ id: 'first', version: 1 }])
    expect(notice()).toBeNull()
    expect(badge()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('confirms an estimate as spam and takes that back', async () => {
    quarantine()
    const { user } = await showRequest()
    await user.click(button('It’s spam'))
    await timeline().findByText('Marked as spam')
    expect(calls('confirmSpam')).toEqual([{ id: 'first', version: 1 }])
    expect(spam()).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'It’s spam' })).toBeNull()
    await user.click(button('Not spam'))
    await timeline().findByText('Not spam')
    expect(calls('release')).toEqual([{ id: 'first', version: 2 }])
    expect(spam()).toBeNull()
    await user.click(button('Mark as spam'))
    expect(await screen.findByText('A staff member marked it as spam.')).toBeTruthy()
    expect(calls('confirmSpam').at(-1)).toEqual({ id: 'first', version: 3 })
  })

  it('says what a colleague changed first, and applies the decision again', async () => {
    quarantine()
    const { user } = await showRequest()
    request.changeBy(max.email, { status: 'in_progress' }, { kind: 'status', from: 'new', to: 'in_progress' })
    await user.click(button('Not spam'))
    const trouble = within(await screen.findByRole('region', { name: /not saved$/ }))
    expect(notice()).not.toBeNull()
    await user.click(trouble.getByRole('button', { name: 'Apply my change' }))
    await waitFor(() => expect(calls('release').at(-1)).toEqual({ id: 'first', version: 2 }))
    await waitFor(() => expect(notice()).toBeNull())
  })
})
