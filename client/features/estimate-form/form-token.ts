import { createApiCalls } from '#client/lib/api-calls.ts'
import { minFormAgeMs } from '#shared/estimates/quarantine.ts'

/** A token of the server, and when it came, in milliseconds since 1970. */
export type StoredToken = { readonly token: string; readonly at: number }

/** The server takes a token for a month and a day. An older one is as good as none, and worse than none to send. */
const lifetimeMs = 29 * 24 * 60 * 60 * 1000

type FormTokenOptions = {
  /** Asks the server for a token. */
  fetchToken: () => Promise<string>
  now: () => number
}

/**
 * What says when somebody began to fill the form in, to tell people from programs that send at once. It is asked for
 * once, when there is something to send. Without it the form works as well: nobody waits for it, and nobody is told that
 * it failed.
 */
export function createFormToken({ fetchToken, now }: FormTokenOptions) {
  let kept: StoredToken | undefined
  let asked = false

  const current = () => (kept && now() - kept.at < lifetimeMs ? kept : undefined)

  return {
    /** Gets a token, unless there is one or one was asked for. */
    ask(): void {
      if (asked || current()) return
      asked = true
      fetchToken().then(
        (token) => {
          kept = { token, at: now() }
        },
        () => {
          // What is sent without a token is taken like any other, and whoever types can do nothing about it.
        },
      )
    },
    /**
     * What to send; undefined where there is none. Waits until it is as old as the server wants it to be, which only
     * matters to those who had filled in everything before the page's scripts were there.
     */
    async ripe(): Promise<string | undefined> {
      const token = current()
      const missingMs = token ? token.at + minFormAgeMs - now() : 0
      if (missingMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(missingMs, minFormAgeMs)))
      return token?.token
    },
    /** What to keep with the draft. */
    keepable: current,
    /** Goes on with the token of an earlier visit, which says that the form was begun then. */
    adopt(earlier: StoredToken | undefined): void {
      kept = earlier
    },
  }
}

/** Has the server say when it was asked. */
export async function fetchFormToken(): Promise<string> {
  return (await createApiCalls().estimates.openForm.mutate()).token
}
