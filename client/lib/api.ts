import { QueryClient } from '@tanstack/react-query'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/trpc/router.ts'
import { apiLink } from './api-link.ts'
import { auth } from './auth/auth-client.ts'
import { sessionLink } from './auth/session-link.ts'

/** The server's procedures, for clients made elsewhere. */
export type ApiRouter = AppRouter

type EstimateAnswers = inferRouterOutputs<AppRouter>['estimates']

/** A request in the staff's list, as it arrives. */
export type ListedEstimate = EstimateAnswers['list']['items'][number]

/** A page of the staff's list. */
export type EstimateListPage = EstimateAnswers['list']

/** How many requests there are of each kind. */
export type EstimateCounts = EstimateAnswers['counts']

/** A request with all that its page shows. */
export type EstimateDetail = EstimateAnswers['get']

/** How a request stands after a change. */
export type WorkState = EstimateAnswers['setStatus']

/** The server's procedures as hooks. This file has the only import from the server, and only of a type. */
export const api = createTRPCReact<AppRouter>()

/** The tRPC client and the cache of its answers, as `ApiProvider` takes them. */
export function createApi() {
  return {
    client: api.createClient({ links: [sessionLink(auth), apiLink()] }),
    queryClient: new QueryClient({
      // Sent even when the browser believes that it is offline: otherwise the call would wait, unseen, and neither
      // succeed nor fail.
      defaultOptions: { mutations: { networkMode: 'always' }, queries: { networkMode: 'always' } },
    }),
  }
}
