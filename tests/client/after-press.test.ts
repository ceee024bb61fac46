import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { afterPress } from '#client/lib/after-press.ts'

const press = (type: string, button = 0) => window.dispatchEvent(new PointerEvent(type, { button }))

describe('work that may move the page', () => {
  it.each(['pointerup', 'pointercancel'])('waits for the %s of a press, and runs once', async (end) => {
    const work = vi.fn()
    press('pointerdown')
    afterPress(work)
    await wait(5)
    expect(work).not.toHaveBeenCalled()
    press(end)
    expect(work, 'before the click').not.toHaveBeenCalled()
    await wait(5)
    press('pointerup')
    await wait(5)
    expect(work).toHaveBeenCalledOnce()
  })

  it.each([
    ['without a press', () => undefined],
    ['after a press', () => ['pointerdown', 'pointerup'].map((type) => press(type))],
    ['during a press of another button, whose end a menu may swallow', () => press('pointerdown', 2)],
  ])('runs with the next task %s', async (_when, before) => {
    const work = vi.fn()
    before()
    afterPress(work)
    expect(work).not.toHaveBeenCalled()
    await wait(5)
    expect(work).toHaveBeenCalledOnce()
  })
})
