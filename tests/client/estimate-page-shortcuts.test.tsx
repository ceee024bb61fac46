import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerRequest } from '#tests/support/estimate-detail.ts'
import { requestPath, showRequest } from '#tests/support/fetch-page.ts'
import { staffApi } from '#tests/support/page-api.ts'

const api = staffApi(requestPath)

beforeEach(() => {
  answerRequest(api, {}, { newer: 'newer', older: 'older' })
})

describe('a key', () => {
  it.each([
    ['n', 'older'],
    ['j', 'older'],
    ['p', 'newer'],
    ['k', 'newer'],
  ])('%s goes to the %s request', async (key, id) => {
    const { user, router } = await showRequest()
    await user.keyboard(key)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/estimates/${id}`))
  })

  it.each([
    ['c', 'Call'],
    ['s', 'New'],
  ])('%s goes to the button %s', async (key, name) => {
    const { user } = await showRequest()
    await user.keyboard(key)
    expect(document.activeElement).toBe(screen.getByRole('button', { name }))
  })

  it('logs a contact: c, Enter, Enter', async () => {
    const { user } = await showRequest()
    await user.keyboard('c{Enter}{Enter}')
    await screen.findByText('Contact: Call')
  })

  it.each(['Note', 'Assigned to', 'Follow up on'])('is only a key while one is in the field %s', async (label) => {
    const { user, router } = await showRequest()
    screen.getByLabelText(label).focus()
    await user.keyboard('npcs?')
    expect(router.state.location.pathname).toBe(requestPath)
    expect(document.activeElement).toBe(screen.getByLabelText(label))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each(['Control', 'Meta', 'Alt'])('does nothing along with %s', async (modifier) => {
    const { user, router } = await showRequest()
    await user.keyboard(`{${modifier}>}n{/${modifier}}`)
    expect(router.state.location.pathname).toBe(requestPath)
  })
})

describe('the list of keys', () => {
  it('opens by its key and by its button, and names them all', async () => {
    const { user } = await showRequest()
    await user.keyboard('?')
    const dialog = screen.getByRole('dialog', { name: 'Shortcuts' })
    expect(Array.from(dialog.querySelectorAll('kbd'), ({ textContent }) => textContent)).toEqual([
      ...['n', 'j', 'p', 'k', 'c', 's', '?'],
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('lets one switch them off, in this browser', async () => {
    const { user, router, unmount } = await showRequest()
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }))
    await user.click(screen.getByLabelText('Listen to these keys'))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.keyboard('n')
    expect(router.state.location.pathname).toBe(requestPath)
    unmount()
    const again = await showRequest()
    await again.user.keyboard('n')
    expect(again.router.state.location.pathname).toBe(requestPath)
  })
})
