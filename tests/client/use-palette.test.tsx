import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { type LoadPalette, usePalette } from '#client/features/admin/layout/use-palette.tsx'

function Page({ load }: { load: LoadPalette }) {
  const { palette } = usePalette(load)
  return (
    <>
      <textarea aria-label="Note" />
      {palette}
    </>
  )
}

function openSlowly() {
  type Loaded = Awaited<ReturnType<LoadPalette>>
  let finish = (_loaded: Loaded) => {}
  const loading = new Promise<Loaded>((resolve) => {
    finish = resolve
  })
  const shortcut = vi.fn()
  document.addEventListener('keydown', shortcut)
  render(<Page load={() => loading} />)
  return {
    user: userEvent.setup(),
    shortcut,
    arrive: () => act(async () => finish({ CommandPalette: Palette })),
  }
}

type PaletteProps = { takeTyped: () => string; onClose: () => void }

function Palette({ takeTyped, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('')
  useLayoutEffect(() => {
    setTyped(takeTyped())
  }, [takeTyped])
  return (
    <>
      <output>{`typed: ${typed}`}</output>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </>
  )
}

it('takes what is typed before it has loaded, which would run shortcuts or go into a field', async () => {
  const { user, shortcut, arrive } = openSlowly()
  await user.click(screen.getByLabelText('Note'))
  await user.keyboard('{Control>}k{/Control}')
  shortcut.mockClear()
  await user.keyboard('kix{Backspace}t{Enter}')
  await arrive()
  expect(screen.getByRole('status').textContent).toBe('typed: kit')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('')
  expect(shortcut).not.toHaveBeenCalled()
})

it('begins empty the next time', async () => {
  const { user, arrive } = openSlowly()
  await user.keyboard('{Control>}k{/Control}ki')
  await arrive()
  expect(screen.getByRole('status').textContent).toBe('typed: ki')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.getByRole('status').textContent).toBe('typed: ')
})

it('opens under a layout without Latin letters', async () => {
  const { user, arrive } = openSlowly()
  fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', ctrlKey: true })
  await user.keyboard('kit')
  await arrive()
  expect(screen.getByRole('status').textContent).toBe('typed: kit')
})

it('does not open any more after Escape, and leaves the keys to the page again', async () => {
  const { user, arrive } = openSlowly()
  await user.click(screen.getByLabelText('Note'))
  await user.keyboard('{Control>}k{/Control}a{Escape}b')
  await arrive()
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('b')
})
