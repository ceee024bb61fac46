import * as React from 'react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import { forgetConsole, unexpectedConsoleOutput, watchConsole } from './console-watch.ts'

// The tests' window has no popovers: they are always open.
HTMLElement.prototype.hidePopover ??= () => undefined

// React's development build makes a stack for each of the first ten thousand elements of a second, a tenth of these tests'
// time. Its messages name the components without them.
Object.defineProperty(
  (React as unknown as Record<string, object>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined },
)

// Later files of the same process would have two of each module. Tests that load modules anew belong in tests/isolated.
vi.resetModules = () => {
  throw new Error('tests/client shares its modules: move this test to tests/isolated')
}

beforeEach(() => {
  watchConsole()
  // The server marks a page without a session like this, so that the client asks for none.
  document.documentElement.dataset.session = 'none'
  delete document.documentElement.dataset.mail
})

afterEach(async () => {
  // Tests that render nothing do without the libraries for it, which take longer to load than most of them to run.
  if (document.body.hasChildNodes()) (await import('./leave-page.ts')).leavePage()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  const unexpected = unexpectedConsoleOutput()
  forgetConsole()
  expect(unexpected, 'unexpected output on the console').toEqual([])
})

// Files share what they load, and with it who is signed in and what listens for them.
afterAll(async () => {
  if (auth.state().status === 'signed-in') await auth.forget()
})
