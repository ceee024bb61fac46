import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { afterPress } from '#client/lib/after-press.ts'

const press = (type: string, button = 0, target: EventTarget = document.body) =>
  target.dispatchEvent(new PointerEvent(type, { button, bubbles: true }))

describe('work that may move the page', () => {
  it.each(['pointerup', 'pointercancel'])('waits for the click after the %s of a press, and runs once', async (end) => {
    const work = vi.fn()
    press('pointerdown')
    afterPress(work)
    await wait(5)
    press(end)
    await wait(5)
    expect(work).not.toHaveBeenCalled()
    press('click')
    expect(work, 'before the click is handled').not.toHaveBeenCalled()
    await wait(5)
    expect(work).toHaveBeenCalledOnce()
  })

  it('runs soon after a press without a click, and during one whose end is not heard of', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const work = vi.fn()
    press('pointerdown')
    press('pointerup')
    afterPress(work)
    vi.advanceTimersByTime(200)
    expect(work).toHaveBeenCalledOnce()
    press('pointerdown')
    afterPress(work)
    vi.advanceTimersByTime(2_000)
    expect(work).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(2_000)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['without a press', () => undefined],
    ['after a press', () => ['pointerdown', 'pointerup', 'click'].map((type) => press(type))],
    ['during a press of another button, whose end a menu may swallow', () => press('pointerdown', 2)],
    ['while the page is scrolled by its bar', () => press('pointerdown', 0, document.documentElement)],
  ])('runs with the next task %s', async (_when, before) => {
    const work = vi.fn()
    before()
    afterPress(work)
    expect(work).not.toHaveBeenCalled()
    await wait(5)
    expect(work).toHaveBeenCalledOnce()
  })
})
