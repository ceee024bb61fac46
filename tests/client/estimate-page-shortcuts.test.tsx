import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerRequest } from '#tests/support/client/estimate-detail.ts'
import { inputsOf } from '#tests/support/client/fake-api.ts'
import { requestPath, showRequest } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = staffApi(requestPath)

beforeEach(() => {
  answerRequest(api, {}, { newer: 'newer', older: 'older' })
})

it('dials, and opens the notes of the call, when the action of a notification has opened the page', async () => {
  const dial = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { router } = await renderSite(`${requestPath}?call`)
  const notes = await screen.findByLabelText('Call notes (optional)')
  await waitFor(() => expect(document.activeElement).toBe(notes))
  expect(dial.mock.calls).toEqual([[expect.stringMatching(/^tel:/)]])
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  dial.mockRestore()
})

describe('useShortcuts', () => {
  it.each([
    ['n', 'older'],
    ['j', 'older'],
    ['p', 'newer'],
    ['k', 'newer'],
  ])('goes to another estimate on the key %s: %s', async (key, id) => {
    const { user, router } = await showRequest()
    await user.keyboard(key)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/estimates/${id}`))
  })

  it('moves the focus on the key s to the status', async () => {
    const { user } = await showRequest()
    await user.keyboard('s')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New' }))
  })

  it('opens the notes of a call on c, and logs it on Enter', async () => {
    const { user } = await showRequest()
    await user.keyboard('c')
    const notes = screen.getByLabelText('Call notes (optional)')
    expect(document.activeElement).toBe(notes)
    // Safari's Enter at the end of a word from an input method.
    expect(fireEvent.keyDown(notes, { key: 'Enter', keyCode: 229 })).toBe(true)
    await user.keyboard('{Enter}')
    await screen.findByText('Called')
  })

  it.each([
    ['the key c', 'c'],
    ['the button', '{Enter}'],
  ])('logs a call with a note by %s, the words and Enter, without a step in between', async (_way, key) => {
    const { user } = await showRequest()
    if (key === '{Enter}') screen.getByRole('button', { name: 'Call' }).focus()
    await user.keyboard(`${key}Left a voicemail{Enter}`)
    await screen.findByText('Left a voicemail')
    await screen.findByText('Called')
    expect(inputsOf(api, 'estimates.logContact')).toMatchObject([{ channel: 'call', note: 'Left a voicemail' }])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Call' }))
  })

  it.each([
    ['C', 'KeyC', 'Caps Lock'],
    ['с', 'KeyC', 'a Cyrillic layout'],
  ])('knows %s on %s, with %s', async (key, code) => {
    await showRequest()
    fireEvent.keyDown(document.body, { key, code })
    expect(document.activeElement).toBe(screen.getByLabelText('Call notes (optional)'))
  })

  it.each(['Note', 'Assigned to', 'Follow up on'])(
    'handles no shortcut while the field %s has the focus',
    async (label) => {
      const { user, router } = await showRequest()
      screen.getByLabelText(label).focus()
      await user.keyboard('npcs?')
      expect(router.state.location.pathname).toBe(requestPath)
      expect(document.activeElement).toBe(screen.getByLabelText(label))
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  it.each(['Control', 'Meta', 'Alt'])('handles no shortcut together with %s', async (modifier) => {
    const { user, router } = await showRequest()
    await user.keyboard(`{${modifier}>}n{/${modifier}}`)
    expect(router.state.location.pathname).toBe(requestPath)
  })
})

describe('ShortcutsDialog', () => {
  it('opens the list of keys by its key and by its button, with every key', async () => {
    const { user } = await showRequest()
    await user.keyboard('?')
    const dialog = screen.getByRole('dialog', { name: 'Shortcuts' })
    expect(Array.from(dialog.querySelectorAll('kbd'), ({ textContent }) => textContent)).toEqual([
      ...['Ctrl', 'K', 'n', 'j', 'p', 'k', 'c', 's', '?'],
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('switches the keys off in this browser', async () => {
    const { user, router, unmount } = await showRequest()
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }))
    await user.click(screen.getByLabelText('Use keyboard shortcuts'))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.keyboard('n')
    expect(router.state.location.pathname).toBe(requestPath)
    unmount()
    const again = await showRequest()
    await again.user.keyboard('n')
    expect(again.router.state.location.pathname).toBe(requestPath)
  })
})
