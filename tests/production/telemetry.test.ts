import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import {
  attributesOf,
  type OtlpCollector,
  resourceOf,
  spansOf,
  startOtlpCollector,
} from '#tests/support/server/otlp-collector.ts'
import { readMetrics } from '#tests/support/server/read-metrics.ts'
import { freePort, type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'

let folder: ReturnType<typeof temporaryFolder>
let collector: OtlpCollector
let server: ServerProcess | undefined

beforeEach(async () => {
  folder = temporaryFolder('telemetry')
  collector = await startOtlpCollector()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  await collector.close()
  folder.remove()
})

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  await createStartedFolder(folder.path)
  server = await startServer({ DATA_DIR: folder.path, OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, ...settings })
  return server
}

const submit = ({ origin }: ServerProcess) =>
  fetch(`${origin}/api/trpc/estimates.submit?planted=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${parentId}-01` },
    body: JSON.stringify(estimateInput()),
  })

describe('with the standard variables of OpenTelemetry', () => {
  it('traces a submission from its sender to the commit, and the emails, and exports what is left at the end', async () => {
    const metricsPort = String(await freePort())
    const running = await start({
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'test site',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      METRICS_PORT: metricsPort,
    })
    expect((await submit(running)).status).toBe(200)
    expect((await readMetrics(`http://127.0.0.1:${metricsPort}`)).get('outbox_pending_messages')).toBeDefined()
    expect(await running.end('SIGTERM'), running.output()).toBe(0)
    expect(running.output()).toBe(
      `Five Borough Builders is open at ${running.origin.replace('127.0.0.1', 'localhost')}\n`,
    )

    const spans = spansOf(collector)
    const request = spans.find(({ name }) => name === 'POST /api/trpc/:path')
    expect(request).toMatchObject({ traceId, parentSpanId: parentId })
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/trpc/:path',
      'http.response.status_code': 200,
      'rpc.method': 'estimates.submit',
    })
    const group = spans.find(({ name }) => name === 'database storeEstimates')
    expect(group).toMatchObject({ traceId, parentSpanId: request?.spanId })
    const batch = spans.find(({ name }) => name === 'mail batch')
    expect(attributesOf(batch)).toEqual({ 'messaging.batch.message_count': 2 })
    expect(spans.map(({ name }) => name)).not.toContain('GET /readyz')
    expect(resourceOf(collector)).toMatchObject({
      'service.name': 'test site',
      'service.version': expect.stringMatching(/^\d/),
      'deployment.environment.name': 'test',
    })
    expect(collector.received.map(({ body }) => body.toString()).join('')).not.toMatch(/planted|Ada|example\.com/)
  })

  it('speaks protobuf unless told otherwise, and follows the sampler', async () => {
    const running = await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
    await fetch(`${running.origin}/robots.txt`)
    await submit(running)
    await running.end('SIGTERM')
    expect(collector.received).toMatchObject([{ path: '/v1/traces', contentType: 'application/x-protobuf' }])
    const text = collector.received[0]?.body.toString('latin1')
    expect(text).toContain('POST /api/trpc/:path')
    expect(text).not.toContain('robots.txt')
  })

  it('stops soon even if the collector is away', async () => {
    const running = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    })
    await submit(running)
    const startedAt = performance.now()
    expect(await running.end('SIGTERM'), running.output()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })
})

/** Names of these packages that the bundle keeps in strings. */
const marks = ['nodejs_eventloop_lag_seconds', 'OTEL_TRACES_SAMPLER', 'OTEL_EXPORTER_OTLP_TIMEOUT']

it('the server starts without prom-client and OpenTelemetry, which it loads when a setting asks for them', () => {
  const dist = fileURLToPath(new URL('../../dist/server', import.meta.url))
  const code = (file: string) => readFileSync(join(dist, file), 'utf8')
  const loadedWith = (file: string, loaded = new Set<string>()): ReadonlySet<string> => {
    if (loaded.has(file)) return loaded
    loaded.add(file)
    for (const [, imported = ''] of code(file).matchAll(/^(?:import|export)\b[^'"]*["']\.\/([^"']+)["']/gm))
      loadedWith(imported, loaded)
    return loaded
  }
  const entry = [...loadedWith('main.js')].map(code).join('\n')
  const others = readdirSync(dist).map(code).join('\n')
  for (const mark of marks) expect([mark, entry.includes(mark), others.includes(mark)]).toEqual([mark, false, true])
})
