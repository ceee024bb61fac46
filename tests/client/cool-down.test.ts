import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCoolDown } from '#client/lib/use-cool-down.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('the countdown takes a minute from its start and can be restarted', () => {
  const { result } = renderHook(() => useCoolDown())
  expect(result.current[0]).toBe(0)
  act(() => result.current[1]())
  expect(result.current[0]).toBe(60)
  act(() => vi.advanceTimersByTime(1_000))
  expect(result.current[0]).toBe(59)
  act(() => vi.advanceTimersByTime(59_000))
  expect(result.current[0]).toBe(0)
  expect(vi.getTimerCount()).toBe(0)

  act(() => result.current[1]())
  expect(result.current[0]).toBe(60)
})

it('the countdown can run from the first render', () => {
  const { result } = renderHook(() => useCoolDown(true))
  expect(result.current[0]).toBe(60)
})

it('the countdown does not grow when the clock is set back', () => {
  const { result } = renderHook(() => useCoolDown(true))
  vi.setSystemTime(Date.now() - 3_600_000)
  act(() => vi.advanceTimersByTime(60_000))
  expect(result.current[0]).toBe(0)
})

it('the countdown starts at 60 seconds from any fraction of a millisecond', () => {
  // 72558.04764738846 + 60000 - 72558.04764738846 is slightly more than 60000.
  vi.spyOn(performance, 'now').mockReturnValue(72_558.047_647_388_46)
  const { result } = renderHook(() => useCoolDown())
  act(() => result.current[1]())
  expect(result.current[0]).toBe(60)
})
