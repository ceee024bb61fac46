import { createApiCalls } from '#client/lib/api-calls.ts'
import { minFormAgeMs } from '#shared/estimates/quarantine.ts'

/** `at` is when it arrived, in milliseconds since 1970. */
export type StoredToken = { readonly token: string; readonly at: number }

/** The server accepts a token for 31 days, and quarantines an estimate with an older one. */
const lifetimeMs = 29 * 24 * 60 * 60 * 1000

type FormTokenOptions = {
  fetchToken: () => Promise<string>
  now: () => number
}

/** Helps detect programs that submit at once. The first input fetches it; the form works without it. */
export function createFormToken({ fetchToken, now }: FormTokenOptions) {
  let stored: StoredToken | undefined
  let requested = false

  const current = () => (stored && now() - stored.at < lifetimeMs ? stored : undefined)

  return {
    request(): void {
      if (requested || current()) return
      requested = true
      fetchToken().then(
        (token) => {
          stored = { token, at: now() }
        },
        () => {
          // The server accepts estimates without a token.
        },
      )
    },
    /** Waits for the token's required age, since visitors may have filled in the form before hydration. */
    async whenOldEnough(): Promise<string | undefined> {
      const token = current()
      const missingMs = token ? token.at + minFormAgeMs - now() : 0
      if (missingMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(missingMs, minFormAgeMs)))
      return token?.token
    },
    current,
    /** Restores the token of an earlier visit, when the form was started. */
    adopt(earlier: StoredToken | undefined): void {
      stored = earlier
    },
  }
}

export async function fetchFormToken(): Promise<string> {
  return (await createApiCalls().estimates.openForm.mutate()).token
}
