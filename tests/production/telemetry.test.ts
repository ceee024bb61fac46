import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

it('the server starts without prom-client, which it loads when a setting asks for it', () => {
  const dist = fileURLToPath(new URL('../../dist/server', import.meta.url))
  const code = (file: string) => readFileSync(join(dist, file), 'utf8')
  const loadedWith = (file: string, loaded = new Set<string>()): ReadonlySet<string> => {
    if (loaded.has(file)) return loaded
    loaded.add(file)
    for (const [, imported = ''] of code(file).matchAll(/^(?:import|export)\b[^'"]*["']\.\/([^"']+)["']/gm))
      loadedWith(imported, loaded)
    return loaded
  }
  // A name of prom-client that the bundle keeps in a string.
  const mark = 'nodejs_eventloop_lag_seconds'
  expect([...loadedWith('main.js')].map(code).join('\n')).not.toContain(mark)
  expect(readdirSync(dist).map(code).join('\n')).toContain(mark)
})
