import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { errorReason } from '#client/lib/api-error.ts'
import type { ApiRouter } from '#client/lib/api-types.ts'
import type { AuthClient } from './auth-client.ts'

/** Refreshes the tokens and repeats the call, since they may have expired while the device slept. */
export function sessionLink(auth: Pick<AuthClient, 'state' | 'refresh' | 'forget'>): TRPCLink<ApiRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let call = send(true)

        function send(mayRefresh: boolean) {
          return next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error(error) {
              const isSessionLost = errorReason(error) === 'session_not_found' && auth.state().status === 'signed-in'
              if (!isSessionLost) return observer.error(error)
              if (!mayRefresh) {
                void auth.forget()
                return observer.error(error)
              }
              auth.refresh().then(
                () => {
                  call = send(false)
                },
                () => observer.error(error),
              )
            },
          })
        }

        return () => call.unsubscribe()
      })
}
