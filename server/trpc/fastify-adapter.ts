import { pipeline } from 'node:stream/promises'
import { type ResponseMeta, resolveResponse } from '@trpc/server/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CallCounter, type Context, createContext, type Services } from './context.ts'
import { retryAfterSeconds } from './error-codes.ts'
import { type AppRouter, appRouter } from './router.ts'

export const maxBatchSize = 10

export type CallRequest = FastifyRequest<{ Params: { path: string }; Body: string | undefined }>

type ResolveOptions = Parameters<typeof resolveResponse<AppRouter>>[0]
type MetaOptions = Parameters<NonNullable<ResolveOptions['responseMeta']>>[0]

/** Without `Accept`, tRPC streams nothing but subscriptions. */
const jsonType = { 'content-type': 'application/json' }
let onlyJson: Headers | undefined

const streamType = 'text/event-stream'
const isStream = ({ headers }: Response) => headers.get('content-type') === streamType

/** tRPC's own adapter takes twice the processor time (docs/decisions/007). */
export async function handleTrpcRequest(
  request: CallRequest,
  reply: FastifyReply,
  services: Services,
  countCall: CallCounter,
): Promise<Buffer | FastifyReply> {
  const response = await resolveResponse<AppRouter>({
    router: appRouter,
    req: webRequest(request, reply),
    path: request.params.path,
    error: null,
    maxBatchSize: maxBatchSize,
    createContext: async (): Promise<Context> => createContext(request, reply, services, countCall),
    responseMeta,
    onError({ error, path }) {
      // The wrapping error repeats its cause; the input is personal data.
      const fault = { call: path, err: error.cause ?? error }
      if (error.code === 'INTERNAL_SERVER_ERROR') request.log.error(fault, 'a procedure failed')
      else if (error.code === 'SERVICE_UNAVAILABLE')
        request.log.warn(fault, 'a procedure failed because a service is unavailable')
    },
  })
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  if (!response.body || !isStream(response)) {
    // tRPC omits the type for malformed requests, and Fastify adds the charset only to texts.
    reply.type('application/json; charset=utf-8')
    // The response has bytes; a text would be made from them, and into bytes again.
    return Buffer.from(await response.arrayBuffer())
  }
  await sendStream(response.body, reply)
  return reply
}

/** A real web request would double the cost of a call. */
function webRequest({ method, raw, headers, body = '' }: CallRequest, reply: FastifyReply): Request {
  const hangUp = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) hangUp.abort()
  })
  // Browsers send it to resume a stream.
  const { 'last-event-id': lastEventId } = headers
  const request: Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'json'> = {
    method,
    url: `http://localhost${raw.url}`,
    headers: requestHeaders(lastEventId),
    signal: hangUp.signal,
    json: async () => JSON.parse(body),
  }
  return request as Request
}

function requestHeaders(lastEventId: string | string[] | undefined): Headers {
  if (typeof lastEventId === 'string') return new Headers({ ...jsonType, 'last-event-id': lastEventId })
  // Node loads its web API for the first one, which a start does not wait for.
  onlyJson ??= new Headers(jsonType)
  return onlyJson
}

function responseMeta({ errors, type, eagerGeneration }: MetaOptions): ResponseMeta {
  // EventSource hides the body of other statuses.
  if (type === 'subscription' && eagerGeneration)
    return { headers: { 'content-type': streamType, 'cache-control': 'no-store, no-transform' } }

  const waits = errors.map(retryAfterSeconds).filter((seconds) => seconds !== undefined)
  const wrongMethod = errors.some(({ code }) => code === 'METHOD_NOT_SUPPORTED')
  return {
    headers: {
      ...(waits.length > 0 ? { 'retry-after': String(Math.max(...waits)) } : {}),
      ...(wrongMethod ? { allow: type === 'query' ? 'GET' : 'POST' } : {}),
    },
  }
}

async function sendStream(body: AsyncIterable<Uint8Array>, reply: FastifyReply): Promise<void> {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(reply.statusCode)
  try {
    await pipeline(body, raw)
  } catch (error) {
    // Most often the client has disconnected.
    if (!raw.destroyed) throw error
    reply.log.debug({ err: error }, 'a stream was cut off')
  }
}
