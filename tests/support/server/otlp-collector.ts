import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

type Export = {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

type Received = { readonly path: string; readonly contentType: string; readonly body: Buffer }

/** Takes traces by OTLP over HTTP, as collectors do. */
export type OtlpCollector = {
  readonly origin: string
  readonly received: readonly Received[]
  close(): Promise<void>
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const contentType = request.headers['content-type'] ?? ''
    received.push({ path: request.url ?? '', contentType, body })
    response.writeHead(200, { 'content-type': contentType }).end(contentType.includes('json') ? '{}' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const exportsOf = ({ received }: OtlpCollector) =>
  received.map(({ body }) => JSON.parse(body.toString()) as Export).flatMap(({ resourceSpans }) => resourceSpans)

/** Of a collector that got JSON. */
export function spansOf(collector: OtlpCollector): readonly Span[] {
  return exportsOf(collector).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

export function resourceOf(collector: OtlpCollector): Readonly<Record<string, unknown>> {
  return attributesOf(exportsOf(collector)[0]?.resource)
}

export function attributesOf(holder: Pick<Span, 'attributes'> | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(holder?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])
}
