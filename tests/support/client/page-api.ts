import { cleanup } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { AccountUser } from '#shared/account.ts'
import { type FakeApi, startFakeApi } from './fake-api.ts'
import { signIn, signOut } from './sign-in.ts'

/** Sets the address that the page of a test seems to come from, which its requests go to. */
function setPageAddress(url: string): void {
  testWindow().setURL(url)
}

/** Sets the width of the test's window, in CSS pixels, until the next test. */
export function setWindowWidth(width: number): void {
  const { innerWidth } = window
  testWindow().setViewport({ width })
  onTestFinished(() => testWindow().setViewport({ width: innerWidth }))
}

function testWindow(): DetachedWindowAPI {
  return (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM
}

/**
 * Gives each test of a file an API of its own, at the address that the page with this path is at. After it, whoever is signed
 * in is signed out, since a session outlives the page.
 */
export function pageApi(path: string): FakeApi {
  let api: FakeApi
  beforeEach(async () => {
    api = await startFakeApi()
    setPageAddress(`${api.origin}${path}`)
  })
  // A query that loses its server asks again, and the next test's would answer.
  afterEach(async () => {
    cleanup()
    await signOut(api)
    await api.close()
  })
  return {
    get origin() {
      return api.origin
    },
    get calls() {
      return api.calls
    },
    answerNext: (answer) => api.answerNext(answer),
    answerTo: (procedure, answer) => api.answerTo(procedure, answer),
    hold: () => api.hold(),
    close: () => api.close(),
  }
}

/** The same, with a signed-in staff member. */
export function staffApi(path: string, person: Partial<AccountUser> = {}): FakeApi {
  const api = pageApi(path)
  beforeEach(() => signIn(api, person))
  return api
}

/** The same, with a visitor who is signed out. */
export function signedOutApi(path = '/'): FakeApi {
  const api = pageApi(path)
  beforeEach(async () => {
    auth.start()
    // This also imports the API client, which takes longer than a test waits for an element.
    await auth.signOut()
    api.calls.length = 0
  })
  return api
}
