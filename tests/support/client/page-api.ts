import { afterEach, beforeEach } from 'vitest'
import type { AccountUser } from '#shared/account.ts'
import { type FakeApi, startFakeApi } from './fake-api.ts'
import { setPageAddress } from './page-path.ts'
import { signIn } from './sign-in.ts'

/** Gives each test of a file an API of its own, at the address that the page with this path is at. */
export function pageApi(path: string): FakeApi {
  let api: FakeApi
  beforeEach(async () => {
    api = await startFakeApi()
    setPageAddress(`${api.origin}${path}`)
  })
  afterEach(() => api.close())
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
