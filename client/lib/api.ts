import { QueryClient } from '@tanstack/react-query'
import { splitLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { apiLink } from './api-link.ts'
import type { ApiRouter } from './api-types.ts'
import { auth } from './auth/auth-client.ts'
import { sessionLink } from './auth/session-link.ts'

type Responses = inferRouterOutputs<ApiRouter>

type EstimateResponses = Responses['estimates']

export type ListedEstimate = EstimateResponses['list']['items'][number]

/** An estimate's answers and clock, without the work on it. */
export type EstimateAnswers = EstimateResponses['get']['estimate']

export type EstimateListPage = EstimateResponses['list']

export type EstimateCounts = EstimateResponses['counts']

export type EstimateDetail = EstimateResponses['get']

export type Today = Responses['admin']['today']

export type TodayEstimate = Today['sections']['overdue']['items'][number]

export type TodayVisit = Today['visits'][number]
export type FailedEmail = Today['failedEmails']['items'][number]

export type MailState = Responses['installation']['mailState']

export type WorkState = EstimateResponses['setStatus']

export type Proposals = Responses['proposals']['list']

export type FoundPerson = Responses['privacy']['person']

export type Retention = Responses['privacy']['retention']

export type ReadCompany = Responses['company']['read']

export const api = createTRPCReact<ApiRouter>()

/** The server renders the site, and converts new photographs. */
const slow: readonly string[] = ['company.publish', 'company.back', 'company.preview']
const slowMs = 180_000

export function createApi() {
  return {
    client: api.createClient({
      links: [
        sessionLink(auth),
        splitLink({ condition: ({ path }) => slow.includes(path), true: apiLink(slowMs), false: apiLink() }),
      ],
    }),
    queryClient: new QueryClient({
      // Otherwise a call would wait while the browser believes it is offline, and neither succeed nor fail.
      defaultOptions: { mutations: { networkMode: 'always' }, queries: { networkMode: 'always' } },
    }),
  }
}
