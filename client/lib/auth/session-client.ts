import { createTRPCClient } from '@trpc/client'
import { apiLink } from '../api-link.ts'
import type { ApiRouter } from '../api-types.ts'
import { auth } from './auth-client.ts'
import { sessionLink } from './session-link.ts'

/** Calls for who is signed in, without the cache of `api.ts`. */
export const sessionClient = createTRPCClient<ApiRouter>({ links: [sessionLink(auth), apiLink()] })
