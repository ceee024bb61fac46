import { act, fireEvent, render, screen } from '@testing-library/react'
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
  /** Notes when each notice is shown, and when none is. */
  function watchCycle(count: number, waitedMs = 0) {
    const seen: [seconds: number, index: number | undefined][] = []
    const startedAt = Date.now()
    const show = (index?: number) => seen.push([(Date.now() - startedAt) / 1000, index])
    return { seen, ...startNoticeCycle({ count, waitedMs, show }) }
  }

  it('starts after 3 seconds, shows each of five notices for 4 and repeats every 8', () => {
    const { seen, stop } = watchCycle(5)
    vi.advanceTimersByTime(44_000)
    const each = [0, 1, 2, 3, 4, 0].flatMap((index, time) => [
      [3 + 8 * time, index],
      [7 + 8 * time, undefined],
    ])
    expect(seen).toEqual(each.slice(0, -1))
    stop()
  })

  it('pauses while there is any reason to, and continues where it was', () => {
    const { seen, pause, resume, stop } = watchCycle(5)
    vi.advanceTimersByTime(4_000)
    pause('hover')
    pause('focus')
    vi.advanceTimersByTime(60_000)
    resume('hover')
    vi.advanceTimersByTime(60_000)
    resume('focus')
    vi.advanceTimersByTime(3_000)
    expect(seen).toEqual([
      [3, 0],
      [127, undefined],
    ])
    stop()
  })

  it('never shows anything after it was stopped', () => {
    const { seen, pause, resume, stop } = watchCycle(5)
    pause('hidden')
    stop()
    resume('hidden')
    vi.advanceTimersByTime(60_000)
    expect(seen).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('counts the first wait from when the page was opened, and shows nothing without notices', () => {
    const [late, empty] = [watchCycle(5, 2_500), watchCycle(0)]
    vi.advanceTimersByTime(1_000)
    expect(late.seen).toEqual([[0.5, 0]])
    late.stop()
    vi.advanceTimersByTime(60_000)
    expect(empty.seen).toEqual([])
  })
})

describe('the notice card', () => {
  it('shows all five notices in turn and announces none', async () => {
    show()
    expect(notices).toHaveLength(5)
    expect(card()).toBeNull()
    await pass(noticeTiming.firstAfterMs)
    expect(card()?.getAttribute('aria-live')).toBe('off')
    for (const { name, neighborhood, action, timeAgo } of notices) {
      for (const part of [name, neighborhood, action, timeAgo]) expect(card()?.textContent).toContain(part)
      await pass(noticeTiming.visibleMs)
      expect(card()).toBeNull()
      await pass(noticeTiming.everyMs - noticeTiming.visibleMs)
    }
    expect(card()?.textContent).toContain(String(notices[0]?.name))
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
