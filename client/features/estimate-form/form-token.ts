import { createPublicClient } from '#client/lib/public-client.ts'
import { minFormAgeMs } from '#shared/estimates/quarantine.ts'

/** `at` is when it arrived, in milliseconds since 1970. */
export type StoredToken = { readonly token: string; readonly at: number }

/** The server accepts a token for 31 days, and quarantines an estimate with an older one. */
const lifetimeMs = 29 * 24 * 60 * 60 * 1000

/** Key presses during an outage must not each make a call. */
const askedAgainAfterMs = 5_000

/** A visitor who presses the button waits no longer for a token. */
const maxWaitMs = 3_000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type FormTokenOptions = {
  fetchToken: () => Promise<string>
  now: () => number
}

/**
 * Helps detect programs that submit at once. The first input fetches it; after a failure, a later one and the submission ask
 * again. The form works without it.
 */
export function createFormToken({ fetchToken, now }: FormTokenOptions) {
  let stored: StoredToken | undefined
  let pending: Promise<void> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const current = () => (stored && now() - stored.at < lifetimeMs ? stored : undefined)

  function ask(): Promise<void> {
    pending ??= fetchToken()
      .then(
        (token) => {
          stored = { token, at: now() }
        },
        () => {
          // The server accepts estimates without a token.
          failedAt = now()
        },
      )
      .finally(() => {
        pending = undefined
      })
    return pending
  }

  return {
    request(): void {
      if (!current() && now() - failedAt >= askedAgainAfterMs) void ask()
    },
    /** Waits for a missing token, and for its required age, since visitors may have filled in the form before hydration. */
    async whenOldEnough(): Promise<string | undefined> {
      if (!current()) await Promise.race([ask(), wait(maxWaitMs)])
      const token = current()
      const missingMs = token ? token.at + minFormAgeMs - now() : 0
      if (missingMs > 0) await wait(Math.min(missingMs, minFormAgeMs))
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
  return (await createPublicClient().estimates.openForm.mutate()).token
}
