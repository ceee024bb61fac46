import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { estimateDetails } from '#client/features/admin/palette/palette-items.ts'
import { defaultRetention } from '#shared/retention.ts'
import { refusedBy } from '#tests/support/client/account-responses.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimate } from '#tests/support/estimates/listed-estimates.ts'

const own = 'maria@mail.example'
const api = staffApi('/admin/people/privacy', { email: own, name: 'Maria Santos', role: 'admin' })
const tom = { id: '22222222-2222-4222-8222-222222222222', email: 'tom@mail.example', name: 'Tom Lee' }

beforeEach(() => {
  const nextRunAt = '2026-01-06T08:00:00.000Z'
  api.answerTo(
    'privacy.retention',
    dataAnswer({ rules: defaultRetention, startsAt: nextRunAt, nextRunAt, isConfirmed: true }),
  )
  api.answerTo(
    'privacy.previewRetention',
    dataAnswer({ completed: { total: 0, items: [] }, spam: { total: 0, items: [] } }),
  )
  api.answerTo('privacy.colleagues', dataAnswer({ people: [tom] }))
})

async function openDialog() {
  const { user } = await renderSite('/admin/people/privacy')
  await user.click(await screen.findByRole('button', { name: 'Erase the account of Tom Lee' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

it('one person’s data is found by a request, and opened from there', async () => {
  const found = listedEstimate()
  answerList(api, [found])
  api.answerTo(
    'privacy.person',
    dataAnswer({ reference: found.reference, estimates: [], views: [], hasMore: false, account: null }),
  )
  const { user } = await renderSite('/admin/people/privacy')
  await user.type(await screen.findByLabelText('Find one of their requests'), found.name)
  expect(await screen.findByText('1 request found.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: `Personal data of ${found.name} ${estimateDetails(found)}` }))
  expect(await screen.findByRole('dialog', { name: 'Personal data' })).toBeTruthy()
  await waitFor(() => expect(inputsOf(api, 'privacy.person')).toEqual([{ id: found.id }]))
})

describe('erasing the account of somebody who has left', () => {
  it('takes the typed address, shows a refusal at its field, and says what follows', async () => {
    const { user, dialog } = await openDialog()
    const refused = 'Type the address of the account.'
    api.answerTo(
      'privacy.eraseAccount',
      errorAnswer('BAD_REQUEST', 400, { confirmation: [refused] }, undefined, refused),
    )
    const field = dialog.getByLabelText('Type tom@mail.example to confirm')
    await user.type(field, 'Tom')
    await user.click(dialog.getByRole('button', { name: 'Erase account' }))
    expect(await dialog.findByText(refused)).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field))

    api.answerTo('privacy.eraseAccount', dataAnswer(undefined))
    api.answerTo('privacy.colleagues', dataAnswer({ people: [] }))
    await user.clear(field)
    await user.type(field, tom.email)
    await user.click(dialog.getByRole('button', { name: 'Erase account' }))
    expect(await screen.findByText('The timelines follow within a few minutes.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('No one has left.')).toBeTruthy()
    expect(inputsOf(api, 'privacy.eraseAccount').at(-1)).toEqual({ userId: tom.id, confirmation: tom.email })
  })

  it('asks for the password when the last proof of identity is too old, and keeps the typed address', async () => {
    const { user, dialog } = await openDialog()
    api.answerTo('privacy.eraseAccount', refusedBy('proof_required'))
    await user.type(dialog.getByLabelText('Type tom@mail.example to confirm'), tom.email)
    await user.click(dialog.getByRole('button', { name: 'Erase account' }))
    const password = await dialog.findByLabelText('Your password')
    await waitFor(() => expect(document.activeElement).toBe(password))
    api.answerTo('secondFactor.prove', dataAnswer({ status: 'proved' }))
    api.answerTo('privacy.eraseAccount', dataAnswer(undefined))
    await user.type(password, 'a good password')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('The timelines follow within a few minutes.')).toBeTruthy()
    expect(inputsOf(api, 'privacy.eraseAccount').at(-1)).toEqual({ userId: tom.id, confirmation: tom.email })
  })
})
