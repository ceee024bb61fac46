import { type ResponseMeta, resolveResponse } from '@trpc/server/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CallCounter, type Context, contextOf, type Services } from './context.ts'
import { retryAfterSeconds } from './error-codes.ts'
import { type AppRouter, appRouter } from './router.ts'
import { sendStream } from './send-stream.ts'

/** The most calls that one request may carry. */
export const maxBatchSize = 10

/** A request to the API: the procedures that it calls, and its body as text. */
export type CallRequest = FastifyRequest<{ Params: { path: string }; Body: string | undefined }>

type ResolveOptions = Parameters<typeof resolveResponse<AppRouter>>[0]
type MetaOptions = Parameters<NonNullable<ResolveOptions['responseMeta']>>[0]

/** The one type of content that is let in. Without `Accept`, tRPC streams nothing but subscriptions. */
const jsonType = { 'content-type': 'application/json' }
const onlyJson = new Headers(jsonType)

const streamType = 'text/event-stream'
const isStream = ({ headers }: Response) => headers.get('content-type') === streamType

/**
 * Runs the procedures that a request calls.
 *
 * tRPC's own Fastify adapter does the same by way of web streams, which takes a quarter of the processor time of a whole
 * submission, and makes the request's address out of its Host header, which anybody can set.
 */
export async function handleTrpcRequest(
  request: CallRequest,
  reply: FastifyReply,
  services: Services,
  countCall: CallCounter,
): Promise<string | FastifyReply> {
  const response = await resolveResponse<AppRouter>({
    router: appRouter,
    req: webRequest(request, reply),
    path: request.params.path,
    error: null,
    maxBatchSize: maxBatchSize,
    createContext: async (): Promise<Context> => contextOf(request, reply, services, countCall),
    responseMeta,
    onError({ error, path }) {
      // The cause, because the error around it repeats its message. The input stays out: it is the visitor's.
      const fault = { call: path, err: error.cause ?? error }
      if (error.code === 'INTERNAL_SERVER_ERROR') request.log.error(fault, 'a procedure failed')
      else if (error.code === 'SERVICE_UNAVAILABLE') request.log.warn(fault, 'a procedure could not do its work')
    },
  })
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  if (!response.body || !isStream(response)) return await response.text()
  await sendStream(response.body, reply)
  return reply
}

/** As much of a web request as tRPC reads; a whole one costs as much as answering it. */
function webRequest({ method, raw, headers, body = '' }: CallRequest, reply: FastifyReply): Request {
  const hangUp = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) hangUp.abort()
  })
  // What a browser that has lost a stream sends along when it opens it again.
  const { 'last-event-id': lastEventId } = headers
  const request: Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'json'> = {
    method,
    url: `http://localhost${raw.url}`,
    headers: typeof lastEventId === 'string' ? new Headers({ ...jsonType, 'last-event-id': lastEventId }) : onlyJson,
    signal: hangUp.signal,
    json: async () => JSON.parse(body),
  }
  return request as Request
}

function responseMeta({ errors, type, eagerGeneration }: MetaOptions): ResponseMeta {
  // A stream says by itself what is wrong: the browser's own reader of streams shows no page the body of a refusal.
  if (type === 'subscription' && eagerGeneration)
    return { headers: { 'content-type': streamType, 'cache-control': 'no-store, no-transform' } }

  const waits = errors.map(retryAfterSeconds).filter((seconds) => seconds !== undefined)
  const wrongMethod = errors.some(({ code }) => code === 'METHOD_NOT_SUPPORTED')
  return {
    headers: {
      // tRPC leaves it out where the request itself is at fault.
      'content-type': 'application/json',
      ...(waits.length > 0 ? { 'retry-after': String(Math.max(...waits)) } : {}),
      ...(wrongMethod ? { allow: type === 'query' ? 'GET' : 'POST' } : {}),
    },
  }
}
