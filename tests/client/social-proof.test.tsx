import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissal } from '#client/features/social-proof/dismissal.ts'
import { noticeTiming, startNoticeCycle } from '#client/features/social-proof/notice-cycle.ts'
import { SocialProof } from '#client/features/social-proof/social-proof.tsx'
import { SocialProofOutlet } from '#client/features/social-proof/social-proof-outlet.tsx'
import { company } from '#shared/company.ts'

const { notices } = company.socialProof

beforeEach(() => {
  vi.useFakeTimers()
  dismissal.forget()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const card = () => screen.queryByRole('region', { name: 'Recent requests' })
const show = () => render(<SocialProof notices={notices} openedAt={Date.now()} />)

function setHidden(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

describe('the cycle of notices', () => {
  it('starts after 3 seconds, shows each of five notices for 4 and repeats every 8', () => {
    const seen: (number | undefined)[] = []
    const cycle = startNoticeCycle({ count: 5, show: (index) => seen.push(index) })
    vi.advanceTimersByTime(2_999)
    expect(seen).toEqual([])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual([0])
    vi.advanceTimersByTime(3_999)
    expect(seen).toEqual([0])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual([0, undefined])
    vi.advanceTimersByTime(3_999)
    expect(seen).toEqual([0, undefined])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual([0, undefined, 1])
    vi.advanceTimersByTime(4 * noticeTiming.everyMs)
    expect(seen.filter((index) => index !== undefined)).toEqual([0, 1, 2, 3, 4, 0])
    cycle.stop()
  })

  it('pauses while there is any reason to, and continues where it was', () => {
    const seen: (number | undefined)[] = []
    const cycle = startNoticeCycle({ count: 5, show: (index) => seen.push(index) })
    vi.advanceTimersByTime(3_000 + 1_000)
    cycle.pause('hover')
    cycle.pause('focus')
    vi.advanceTimersByTime(60_000)
    cycle.resume('hover')
    vi.advanceTimersByTime(60_000)
    expect(seen).toEqual([0])
    cycle.resume('focus')
    vi.advanceTimersByTime(2_999)
    expect(seen).toEqual([0])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual([0, undefined])
    cycle.stop()
  })

  it('never shows anything after it was stopped', () => {
    const seen: (number | undefined)[] = []
    const cycle = startNoticeCycle({ count: 5, show: (index) => seen.push(index) })
    cycle.pause('hidden')
    cycle.stop()
    cycle.resume('hidden')
    vi.advanceTimersByTime(60_000)
    expect(seen).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('counts the first wait from when the page was opened, and shows nothing without notices', () => {
    const seen: (number | undefined)[] = []
    startNoticeCycle({ count: 5, waitedMs: 2_500, show: (index) => seen.push(index) }).stop()
    const late = startNoticeCycle({ count: 5, waitedMs: 2_500, show: (index) => seen.push(index) })
    vi.advanceTimersByTime(500)
    expect(seen).toEqual([0])
    late.stop()
    startNoticeCycle({ count: 0, show: (index) => seen.push(index) })
    vi.advanceTimersByTime(60_000)
    expect(seen).toEqual([0])
  })
})

describe('the notice card', () => {
  it('shows all five notices in turn', async () => {
    show()
    expect(notices).toHaveLength(5)
    expect(card()).toBeNull()
    await pass(noticeTiming.firstAfterMs)
    for (const { name, neighborhood, action, timeAgo } of notices) {
      for (const part of [name, neighborhood, action, timeAgo]) expect(card()?.textContent).toContain(part)
      await pass(noticeTiming.visibleMs)
      expect(card()).toBeNull()
      await pass(noticeTiming.everyMs - noticeTiming.visibleMs)
    }
    expect(card()?.textContent).toContain(notices[0].name)
  })

  it('stays while the pointer or the focus is on it', async () => {
    show()
    await pass(3_000)
    fireEvent.pointerEnter(card() as HTMLElement)
    await pass(60_000)
    expect(card()).not.toBeNull()
    fireEvent.pointerLeave(card() as HTMLElement)
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    await pass(60_000)
    expect(card()).not.toBeNull()
    act(() => screen.getByRole('button', { name: 'Close' }).blur())
    await pass(4_000)
    expect(card()).toBeNull()
  })

  it('stays away for the session once it is closed', async () => {
    const { unmount } = show()
    await pass(3_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(card()).toBeNull()
    await pass(60_000)
    expect(card()).toBeNull()
    unmount()
    show()
    await pass(60_000)
    expect(card()).toBeNull()
  })

  it('does not appear in a hidden window', async () => {
    show()
    await pass(1_000)
    setHidden(true)
    await pass(60_000)
    expect(card()).toBeNull()
    setHidden(false)
    await pass(1_999)
    expect(card()).toBeNull()
    await pass(1)
    expect(card()).not.toBeNull()
  })

  it('is never announced, but can be reached by keyboard', async () => {
    show()
    await pass(3_000)
    expect(card()?.getAttribute('aria-live')).toBe('off')
    expect(within(card() as HTMLElement).getByRole('button', { name: 'Close' }).tabIndex).toBe(0)
  })
})

describe('the outlet of the notices', () => {
  it('shows the card three seconds after the page was opened', async () => {
    render(<SocialProofOutlet />)
    await pass(1_000)
    await act(() => vi.dynamicImportSettled())
    await pass(1_999)
    expect(card()).toBeNull()
    await pass(1)
    expect(card()).not.toBeNull()
  })

  it('stays empty where the company file disables the notices', async () => {
    render(<SocialProofOutlet enabled={false} />)
    await pass(60_000)
    expect(card()).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })
})
