import { afterEach, expect, it } from 'vitest'
import { readMetrics } from '#tests/support/server/read-metrics.ts'
import { freePort, type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

const folder = temporaryFolder('telemetry')
let server: ServerProcess | undefined

afterEach(async () => {
  await server?.end('SIGKILL')
  folder.remove()
})

it('the build serves metrics, and starts with the variables of traces that an earlier version had', async () => {
  await createStartedFolder(folder.path)
  const port = String(await freePort())
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
  server = await startServer({ DATA_DIR: folder.path, METRICS_PORT: port, ...traces })
  expect((await readMetrics(`http://127.0.0.1:${port}`)).get('outbox_pending_messages')).toBe(0)
  expect(await server.end('SIGTERM'), server.output()).toBe(0)
  expect(server.output()).toContain('OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: no longer used')
})
