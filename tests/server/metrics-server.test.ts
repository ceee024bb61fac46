import { afterEach, expect, it } from 'vitest'
import { MetricsServer } from '#server/telemetry/metrics-server.ts'
import { freePort } from '#tests/support/server/server-process.ts'

const text = async () => ({ contentType: 'text/plain', body: 'up 1\n' })
const opened: MetricsServer[] = []
const logged: unknown[] = []

function newServer(read = text): MetricsServer {
  const server = new MetricsServer(read, { error: (fields: unknown) => void logged.push(fields) })
  opened.push(server)
  return server
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()))
})

/** The next server may get the same port, where a kept connection would be closed. */
const get = (url: string, method = 'GET') => fetch(url, { method, headers: { connection: 'close' } })

it('says which setting is wrong when its port is in use', async () => {
  const port = await freePort()
  await newServer().listen(port, '127.0.0.1')
  await expect(newServer().listen(port, '127.0.0.1')).rejects.toThrow(
    `METRICS_PORT ${port} at 127.0.0.1 cannot be opened: listen EADDRINUSE`,
  )
})

it('answers GET /metrics alone', async () => {
  const port = await freePort()
  await newServer().listen(port, '127.0.0.1')
  const ask = async (path: string, method = 'GET') => (await get(`http://127.0.0.1:${port}${path}`, method)).status
  expect([await ask('/metrics'), await ask('/metrics?name=up')]).toEqual([200, 200])
  expect([await ask('/'), await ask('/metrics', 'POST'), await ask('/metrics/x')]).toEqual([404, 404, 404])
})

it('logs a fault, and answers without its message', async () => {
  const port = await freePort()
  await newServer(() => Promise.reject(new Error('planted'))).listen(port, '127.0.0.1')
  const response = await get(`http://127.0.0.1:${port}/metrics`)
  expect([response.status, await response.text()]).toEqual([500, ''])
  expect(logged).toMatchObject([{ err: { message: 'planted' } }])
})
