import { act, createEvent, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import { answerRequest } from '#tests/support/client/estimate-detail.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { requestPath } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimate } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi(requestPath)

const photos = ['one', 'two', 'three'].map((id) => ({ id, width: 2560, height: 1920 }))

async function showPage(shown: readonly object[] = photos) {
  const request = answerRequest(api, {}, { photos: shown })
  const { user } = await renderSite(requestPath)
  await screen.findByRole('heading', { level: 2, name: 'Ada Romero' })
  return { user, request }
}

async function openViewer(name = 'Photo 1 of 3') {
  const { user } = await showPage()
  await user.click(screen.getByRole('link', { name }))
  const dialog = await screen.findByRole('dialog', { name: 'Photos' })
  const picture = () => within(dialog).getByRole<HTMLImageElement>('img')
  const button = (label: string) => within(dialog).getByRole('button', { name: label })
  return { user, dialog, picture, button }
}

describe('Photos', () => {
  it('shows small pictures of known size, which load when they come near, as links to the large ones', async () => {
    await showPage()
    const region = screen.getByRole('region', { name: 'Photos' })
    const links = within(region).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['one', 'two', 'three'].map((id) => `/api/photos/${id}/large`),
    )
    const images = within(region).getAllByRole('img')
    expect(images.map((image) => image.getAttribute('alt'))).toEqual(['Photo 1 of 3', 'Photo 2 of 3', 'Photo 3 of 3'])
    for (const [index, image] of images.entries()) {
      const { src, loading, width, height } = image.attributes as unknown as Record<string, Attr>
      expect([src, loading, width, height].map((attribute) => attribute?.value)).toEqual([
        `/api/photos/${photos[index]?.id}/small`,
        ...['lazy', '2560', '1920'],
      ])
    }
  })

  it('shows nothing where there are none', async () => {
    await showPage([])
    expect(screen.queryByRole('heading', { name: 'Photos' })).toBeNull()
  })

  it('shows photos that the customer adds while the page is open', async () => {
    vi.stubGlobal('EventSource', FakeStream)
    const page = { photos: photos.slice(0, 1) }
    answerRequest(api, {}, page)
    await renderSite(requestPath)
    await screen.findByRole('link', { name: 'Photo' })
    page.photos = photos
    answerRequest(api, {}, page)
    act(() => FakeStream.last.tell({ changed: ['first'] }))
    expect(await screen.findAllByRole('link', { name: /^Photo \d of 3$/ })).toHaveLength(3)
    vi.unstubAllGlobals()
  })

  it('leaves a press with Ctrl to the browser, which opens a tab', async () => {
    await showPage()
    const link = screen.getByRole('link', { name: 'Photo 1 of 3' })
    const press = createEvent.click(link, { ctrlKey: true })
    link.addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false))
    fireEvent(link, press)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('prints the photos on the sheet', async () => {
    await showPage()
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const [onScreen, printed] = screen.getAllByRole('region', { name: 'Photos' })
    expect(onScreen?.closest('.unprinted')).toBeTruthy()
    expect(printed?.closest('.unprinted')).toBeNull()
    expect(printed && within(printed).getAllByRole('img')).toHaveLength(3)
    expect(printed && within(printed).queryAllByRole('link')).toEqual([])
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })
})

describe('PhotoViewer', () => {
  it('shows the photo that was pressed, and leads to the others by buttons, which end at the last', async () => {
    const { user, dialog, picture, button } = await openViewer('Photo 2 of 3')
    expect([picture().alt, picture().getAttribute('src')]).toEqual(['Photo 2 of 3', '/api/photos/two/large'])
    expect(within(dialog).getByRole('status').textContent).toBe('2 of 3')
    expect(within(dialog).getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      '/api/photos/two/large?download',
    )
    await user.click(button('Next'))
    await user.click(button('Next'))
    expect(within(dialog).getByRole('status').textContent).toBe('3 of 3')
    expect(button('Next').getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(button('Next'))
    await user.click(button('Previous'))
    expect(picture().alt).toBe('Photo 2 of 3')
  })

  it('goes by arrow keys, Home and End, but leaves them to the browser with Alt', async () => {
    const { user, picture } = await openViewer()
    const shown: string[] = []
    for (const keys of ['{End}', '{ArrowRight}', '{ArrowLeft}', '{Alt>}{ArrowLeft}{/Alt}', '{Home}', '{ArrowLeft}']) {
      await user.keyboard(keys)
      shown.push(picture().alt.replace(/\D+(\d).*/, '$1'))
    }
    expect(shown).toEqual(['3', '3', '2', '2', '1', '1'])
  })

  it('goes by swipes of one finger, not by short, steep or mouse moves, nor by two fingers', async () => {
    const { picture } = await openViewer()
    const swipe = (from: number, to: number, more: object = {}, down = 0) => {
      const pointer = { pointerType: 'touch', isPrimary: true, ...more }
      fireEvent.pointerDown(picture(), { ...pointer, clientX: from, clientY: 100 })
      fireEvent.pointerUp(picture(), { ...pointer, clientX: to, clientY: 100 + down })
      return picture().alt
    }
    expect(swipe(300, 100)).toBe('Photo 2 of 3')
    expect(swipe(300, 270)).toBe('Photo 2 of 3')
    expect(swipe(300, 200, {}, 90)).toBe('Photo 2 of 3')
    expect(swipe(300, 100, { pointerType: 'mouse' })).toBe('Photo 2 of 3')
    expect(swipe(300, 100, { isPrimary: false })).toBe('Photo 2 of 3')
    expect(swipe(100, 300)).toBe('Photo 1 of 3')
  })

  it('loads the neighbors after the photo itself', async () => {
    const loaded: string[] = []
    vi.stubGlobal(
      'Image',
      class {
        set src(address: string) {
          // The page loads the small ones beforehand, for print.
          if (!address.endsWith('/small')) loaded.push(address)
        }
      },
    )
    const { picture } = await openViewer('Photo 2 of 3')
    expect(loaded).toEqual([])
    fireEvent.load(picture())
    expect(loaded).toEqual(['/api/photos/three/large', '/api/photos/one/large'])
    vi.unstubAllGlobals()
  })

  it('says when a photo could not be loaded, and tries again with a fresh session', async () => {
    const refresh = vi.spyOn(auth, 'refresh').mockRejectedValue(new Error('no network'))
    const { user, dialog, picture, button } = await openViewer()
    fireEvent.error(picture())
    expect(within(dialog).getByRole('alert').textContent).toContain('This photo could not be loaded.')
    await user.click(button('Try again'))
    expect(refresh).toHaveBeenCalledOnce()
    expect(picture().alt).toBe('Photo 1 of 3')
    expect(dialog.contains(document.activeElement)).toBe(true)
    // Another photo is not the one that failed.
    fireEvent.error(picture())
    await user.keyboard('{ArrowRight}')
    expect(picture().alt).toBe('Photo 2 of 3')
  })

  it('gives the focus to the thumbnail of the last shown photo', async () => {
    const { user, button } = await openViewer()
    await user.keyboard('{End}')
    await user.click(button('Close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Photo 3 of 3' })))
  })

  it('has neither buttons nor a count for a single photo', async () => {
    const { user } = await showPage(photos.slice(0, 1))
    await user.click(screen.getByRole('link', { name: 'Photo' }))
    const dialog = await screen.findByRole('dialog', { name: 'Photos' })
    expect(within(dialog).getByRole('status').textContent).toBe('')
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Close'])
  })
})

describe('PhotoCount', () => {
  it.each(['', '?view=compact'])(
    'says how many photos a request has, and nothing of none: /admin%s',
    async (search) => {
      answerList(api, [
        listedEstimate({ name: 'Ada', photos: 3 }),
        listedEstimate({ id: 'second', name: 'Bo', photos: 1 }),
        listedEstimate({ id: 'third', name: 'Cy' }),
      ])
      await renderSite(`/admin${search}`)
      const names = await screen.findAllByRole('img', { name: /photo/ })
      expect(names.map((count) => [count.getAttribute('aria-label'), count.textContent])).toEqual([
        ['3 photos', '3'],
        ['1 photo', '1'],
      ])
    },
  )
})
