import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { programVersion } from '#server/version.ts'
import { testEngine } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { readMetrics, type Samples } from '#tests/support/server/read-metrics.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

let server: TestApp
let origin: string
let samples: Samples
let names: string
let estimateId: string

beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = await createTestApp({ settings: { METRICS_PORT: String(port) } })
  const { clock } = server
  const createdAt = new Date(clock.now().getTime() - 2 * day)
  const overdue = buildEstimate({ createdAt, dueAt: new Date(createdAt.getTime() + day), urgent: false })
  estimateId = overdue.id
  await server.database.transaction(async ({ projectEstimate }) => await projectEstimate.create({ data: overdue }))
  await addWaitingMessage({ estimateId, createdAt: new Date(clock.now().getTime() - hour) })
  await server.call('estimates.submit', estimateInput())
  await server.call('estimates.submit', { name: 'Planted Name' })
  await server.call('auth.signIn', { email: 'planted@example.com', password: 'planted password' })
  await server.app.inject('/planted-path?planted=1')
  await server.app.inject('/healthz')
  await vi.waitFor(async () =>
    expect(await server.database.read.outboxMessage.count({ where: { state: 'sent' } })).toBe(2),
  )
  samples = await readMetrics(origin)
  names = [...samples.keys()].join('\n')
})
afterAll(() => server.dispose())

/** It is due later, so that no worker takes it. */
async function addWaitingMessage(about: { readonly estimateId: string; readonly createdAt: Date }): Promise<void> {
  const nextAttemptAt = new Date(server.clock.now().getTime() + hour)
  const data = { id: randomUUID(), kind: 'estimate.visitor', nextAttemptAt, ...about }
  await server.database.transaction(async ({ outboxMessage }) => await outboxMessage.create({ data }))
}

const sample = (key: string) => samples.get(key)

it('the metrics count requests by route pattern and class of status', () => {
  expect(sample('http_request_duration_seconds_count{route="/api/trpc/:path",status="2xx"}')).toBe(1)
  expect(sample('http_request_duration_seconds_count{route="/api/trpc/:path",status="4xx"}')).toBe(2)
  expect(sample('http_request_duration_seconds_count{route="none",status="4xx"}')).toBe(1)
  expect(sample('http_request_duration_seconds_count{route="/healthz",status="2xx"}')).toBe(1)
})

it('the metrics count procedures by tRPC’s code, and refused sign-ins by reason', () => {
  expect(sample('trpc_procedure_calls_total{procedure="estimates.submit",code="OK"}')).toBe(1)
  expect(sample('trpc_procedure_calls_total{procedure="estimates.submit",code="BAD_REQUEST"}')).toBe(1)
  expect(sample('trpc_procedure_calls_total{procedure="auth.signIn",code="UNAUTHORIZED"}')).toBe(1)
  expect(sample('trpc_procedure_duration_seconds_count{procedure="estimates.submit"}')).toBe(2)
  expect(sample('sign_in_failures_total{reason="invalid_credentials"}')).toBe(1)
  expect(sample('sign_in_failures_total{reason="too_many_attempts"}')).toBe(0)
})

it('the metrics measure calls of the database', () => {
  for (const call of ['transaction', 'read'])
    expect([call, sample(`database_call_duration_seconds_count{call="${call}"}`)]).toEqual([call, expect.any(Number)])
  expect(sample('database_waiting_calls')).toBe(0)
  if (testEngine === 'sqlite') {
    expect(sample('database_log_bytes')).toBeGreaterThan(0)
  } else expect(sample('database_connections{state="idle"}')).toBeGreaterThan(0)
})

it('the metrics tell what waits for the staff and for the email service', () => {
  expect(sample('estimates_overdue')).toBe(1)
  expect(sample('outbox_pending_messages')).toBe(1)
  expect(sample('outbox_oldest_message_age_seconds')).toBe(3_600)
  expect(sample('outbox_delivery_attempts_total{result="sent"}')).toBe(2)
  expect(sample('outbox_delivery_attempts_total{result="failed"}')).toBe(0)
  expect(sample('outbox_delivery_duration_seconds_count')).toBeGreaterThan(0)
})

it('the metrics tell about the process', () => {
  expect(sample(`app_info{version="${programVersion}"}`)).toBe(1)
  expect(sample('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes', 'live_streams_open'])
    expect(samples.has(name), name).toBe(true)
  expect(sample('estimate_writer_queue_length')).toBe(0)
})

it('the metrics contain nothing that a visitor sent', () => {
  expect(names).not.toMatch(/planted|example\.com|127\.0\.0\.1/i)
})

it('the metrics ask the database once for several scrapes', async () => {
  await addWaitingMessage({ estimateId, createdAt: server.clock.now() })
  expect((await readMetrics(origin)).get('outbox_pending_messages')).toBe(1)
})

it('the metrics are on their own port alone', async () => {
  expect((await server.app.inject('/metrics')).statusCode).toBe(404)
  expect((await fetch(`${origin}/api/trpc/auth.session`)).status).toBe(404)
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
})
