import { notifications } from '@mantine/notifications'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { forgetConsole, unexpectedConsoleOutput, watchConsole } from './console-watch.ts'

beforeEach(() => {
  watchConsole()
  // As the server marks a page for whoever has no session, so that none is asked for.
  document.documentElement.dataset.session = 'none'
})

afterEach(() => {
  // Toasts outlive the page that showed them.
  act(() => notifications.clean())
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  const unexpected = unexpectedConsoleOutput()
  forgetConsole()
  expect(unexpected, 'unexpected output on the console').toEqual([])
})
