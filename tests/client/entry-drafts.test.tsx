import { randomUUID } from 'node:crypto'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { entryDraftDays, entryDraftsKey } from '#client/lib/device-storage.ts'
import { button } from '#tests/support/client/controls.ts'
import { answerRequest, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { timeline } from '#tests/support/client/fetch-page.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { passSeconds } from '#tests/support/client/passing-time.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'

const writer = randomUUID()
const api = pageApi('/admin/estimates/first')
let request: WorkedRequest

beforeEach(async () => {
  await signIn(api, { id: writer })
  request = answerRequest(api)
})

async function showRequest() {
  const site = await renderSite('/admin/estimates/first')
  await screen.findByRole('heading', { name: 'Ada Romero' })
  return {
    ...site,
    async goTo(id: string) {
      await act(() => site.router.navigate({ to: '/admin/estimates/$id', params: { id } }))
      await screen.findByRole('heading', { name: 'Ada Romero' })
    },
  }
}

const calls = (name: string) => inputsOf(api, `estimates.${name}`)
const keys = (name: string) => calls(name).map(({ entryKey }) => entryKey)
const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note')
const contactNote = () => screen.queryByLabelText<HTMLTextAreaElement>(/^(?:Call|Email|Visit) notes \(optional\)$/)
const storedDrafts = () => sessionStorage.getItem(entryDraftsKey)
/** Waits until nothing is being saved and the fields are empty. */
const saved = () =>
  waitFor(() => {
    expect(timeline().queryByText('Saving…')).toBeNull()
    expect([note().value, contactNote()]).toEqual(['', null])
  })
const notSaved = () => screen.findByText(/^(?:Note|Call|Email|Visit) not /)
const sentBefore = 'This was already saved with different text.'

describe('drafts of notes and contacts', () => {
  it('keeps a draft with its estimate while the user looks at another one', async () => {
    const { user, goTo } = await showRequest()
    await user.type(note(), 'Call after')
    await user.click(button('Visit'))
    await user.type(contactNote() ?? note(), 'Measured')
    await goTo('second')
    expect([note().value, contactNote()]).toEqual(['', null])
    await user.type(note(), 'Of the second.')
    await goTo('first')
    expect([note().value, contactNote()?.value]).toEqual(['Call after', 'Measured'])
    expect(button('Visit').getAttribute('aria-pressed')).toBe('true')
    await goTo('second')
    expect(note().value).toBe('Of the second.')
  })

  it('restores a draft after a reload without moving the focus', async () => {
    const { user, unmount } = await showRequest()
    await user.type(note(), 'Call after')
    await user.click(button('Call'))
    unmount()
    await showRequest()
    expect(note().value).toBe('Call after')
    expect(document.activeElement).not.toBe(contactNote())
  })

  it('removes a draft that is cancelled or emptied', async () => {
    const { user } = await showRequest()
    await user.click(button('Visit'))
    await user.type(contactNote() ?? note(), 'Measured')
    await user.type(note(), 'x')
    await user.click(button('Cancel'))
    await user.clear(note())
    expect(storedDrafts()).toBeNull()
    await user.click(button('Visit'))
    expect(contactNote()?.value).toBe('')
  })

  it('removes a draft after seven days', async () => {
    const { user, unmount } = await showRequest()
    await user.type(note(), 'Call after')
    unmount()
    passSeconds(entryDraftDays * 24 * 60 * 60 + 1)
    await showRequest()
    expect([note().value, storedDrafts()]).toEqual(['', null])
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, -9)],
    ['of another kind', (text: string) => text.replace('"Call after"', '7').replace('"visit"', '"pigeon"')],
  ])('ignores a stored draft that is %s', async (_what, change) => {
    const { user, unmount } = await showRequest()
    await user.click(button('Visit'))
    await user.type(note(), 'Call after')
    sessionStorage.setItem(entryDraftsKey, change(storedDrafts() ?? ''))
    unmount()
    await showRequest()
    expect([note().value, contactNote()]).toEqual(['', null])
  })

  it.each([
    ['no storage', vi.fn<Storage['getItem']>().mockThrow(new DOMException('No.', 'SecurityError'))],
    ['a full storage', vi.fn<Storage['getItem']>().mockReturnValue(null)],
  ])('saves a note in a browser with %s', async (_what, getItem) => {
    const setItem = vi.fn().mockThrow(new DOMException('No.', 'QuotaExceededError'))
    const storage = { ...sessionStorage, getItem, setItem, removeItem: vi.fn() }
    vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue(storage)
    const { user } = await showRequest()
    api.answerNext('hang up')
    await user.type(note(), 'Call after six.')
    await user.click(button('Add note'))
    await notSaved()
    await user.click(button('Add note'))
    await saved()
    expect(timeline().getByText('Call after six.')).toBeTruthy()
    const [first, second] = keys('addNote')
    expect(second).toBe(first)
  })

  it('removes an outdated draft when the storage is full', async () => {
    const { user } = await showRequest()
    await user.type(note(), 'Do')
    expect(storedDrafts()).toContain('Do')
    const storage = window.sessionStorage
    vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue({
      ...storage,
      getItem: (key) => storage.getItem(key),
      setItem: vi.fn().mockThrow(new DOMException('No.', 'QuotaExceededError')),
      removeItem: (key) => storage.removeItem(key),
    })
    await user.type(note(), ' not call.')
    expect(storage.getItem(entryDraftsKey)).toBeNull()
  })
})

describe('the draft of a reason for Lost', () => {
  const reason = () => screen.queryByLabelText<HTMLTextAreaElement>('Reason lost (optional)')

  it('keeps a chosen Lost with its reason while the user looks at another estimate, and over a reload', async () => {
    const { user, goTo, unmount } = await showRequest()
    await user.click(button('Lost'))
    await user.type(reason() ?? note(), 'Too f')
    await goTo('second')
    expect(reason()).toBeNull()
    await goTo('first')
    expect(reason()?.value).toBe('Too f')
    unmount()
    await showRequest()
    expect(reason()?.value).toBe('Too f')
    expect(request.work.outcome).toBe('open')
  })

  it('keeps a chosen Lost without a reason', async () => {
    const { user, goTo } = await showRequest()
    await user.click(button('Lost'))
    await goTo('second')
    await goTo('first')
    expect(reason()?.value).toBe('')
  })

  it.each(['Cancel', 'Won', 'Save as lost'])('removes the draft of a reason on a press of %s', async (name) => {
    const { user, goTo } = await showRequest()
    await user.click(button('Lost'))
    await user.type(reason() ?? note(), 'Too far.')
    await user.click(button(name))
    await waitFor(() => expect([reason(), storedDrafts()]).toEqual([null, null]))
    await goTo('second')
    await goTo('first')
    expect(reason()).toBeNull()
  })

  it('removes the draft of a reason when its save ends after the user has left', async () => {
    const { user, goTo } = await showRequest()
    await user.click(button('Lost'))
    const release = api.hold()
    await user.click(button('Save as lost'))
    const left = goTo('second')
    release()
    await left
    await waitFor(() => expect(storedDrafts()).toBeNull())
    expect(request.work.outcome).toBe('lost')
  })

  it('does not restore Lost over an outcome that was decided since', async () => {
    const { user, unmount } = await showRequest()
    await user.click(button('Lost'))
    await user.type(reason() ?? note(), 'Too far.')
    unmount()
    request.work = { ...request.work, outcome: 'won', version: request.work.version + 1 }
    passSeconds(31)
    const again = await showRequest()
    await waitFor(() => expect([reason(), storedDrafts()]).toEqual([null, null]))
    expect(button('Won').getAttribute('aria-pressed')).toBe('true')

    await again.user.click(button('Lost'))
    await again.user.type(reason() ?? note(), 'Cancelled')
    again.unmount()
    await showRequest()
    expect(reason()?.value).toBe('Cancelled')
  })

  it('does not restore a reason whose save arrived although its response was lost', async () => {
    const { user, goTo } = await showRequest()
    await user.click(button('Lost'))
    await user.type(reason() ?? note(), 'Too far.')
    await goTo('second')
    request.work = { ...request.work, outcome: 'lost', outcomeReason: 'Too far.' }
    passSeconds(31)
    await goTo('first')
    await waitFor(() => expect([reason(), storedDrafts()]).toEqual([null, null]))
  })
})

describe('the key of an entry', () => {
  it('sends the same key with each try of a note, also after a reload, and another one with the next note', async () => {
    const { user, unmount } = await showRequest()
    api.answerNext('hang up')
    await user.type(note(), 'Call after six.')
    await user.click(button('Add note'))
    await notSaved()
    api.answerNext('hang up')
    await user.click(button('Add note'))
    await waitFor(() => expect(calls('addNote')).toHaveLength(2))
    await notSaved()
    unmount()

    const again = await showRequest()
    await again.user.click(button('Add note'))
    await saved()
    await again.user.type(note(), 'Another one.')
    await again.user.click(button('Add note'))
    await saved()
    const [first, second, third, other] = keys('addNote')
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect([second, third]).toEqual([first, first])
    expect(other).not.toBe(first)
  })

  it('says that a note was saved with other words before, and sends a new key with the next try', async () => {
    const { user } = await showRequest()
    api.answerNext('hang up')
    await user.type(note(), 'Call after six')
    await user.click(button('Add note'))
    await notSaved()
    request.timeline.push({
      id: 'arrived',
      at: '2025-01-06T20:10:00.000Z',
      by: 'ada@example.com',
      kind: 'note',
      text: 'Call after six',
    })
    await user.type(note(), ', or at noon')
    api.answerNext(errorAnswer('CONFLICT', 409, undefined, undefined, sentBefore))
    await user.click(button('Add note'))
    await screen.findByText(`Note not saved. ${sentBefore}`)
    await timeline().findByText('Call after six')
    expect(note().value).toBe('Call after six, or at noon')

    await user.click(button('Add note'))
    await saved()
    expect(timeline().getByText('Call after six, or at noon')).toBeTruthy()
    const [first, second, third] = keys('addNote')
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('sends a new key for a note that is typed into the emptied field', async () => {
    const { user } = await showRequest()
    api.answerNext('hang up')
    await user.type(note(), 'One.')
    await user.click(button('Add note'))
    await notSaved()
    await user.clear(note())
    await user.type(note(), 'Two.')
    await user.click(button('Add note'))
    await saved()
    const [first, second] = keys('addNote')
    expect(second).not.toBe(first)
  })
})
