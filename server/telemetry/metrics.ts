import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type DatabaseLoad, DatabaseUnavailable } from '#server/database/database.ts'
import type { Backlog } from '#server/database/queries/backlog-query.ts'
import { programVersion } from '#server/version.ts'

/** Numbers that exist anyway, and are read when someone scrapes. */
export type Sources = {
  /** Returns ms since 1970. */
  now(): number
  liveStreams(): number
  /** Counts the submissions that wait for the writer. */
  writerQueue(): number
  databaseLoad(): DatabaseLoad
  /** Resolves with undefined while the database does not answer. */
  backlog(): Promise<Backlog | undefined>
}

/** A call of the database, or one request to the email service. Names come from the code, so that they are few. */
type Operation = { readonly kind: 'database'; readonly name: string } | { readonly kind: 'mail' }

const seconds = (sinceMs: number) => (performance.now() - sinceMs) / 1000

/** In seconds. Each bucket of each combination of labels is a line of every scrape. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** In milliseconds; the default of 10 wakes an idle process a hundred times a second. */
const eventLoopPrecision = 20

/** Labels are route patterns, procedures, names and codes of this program, so their number is bounded. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = this.#histogram('http_request_duration_seconds', 'Requests, without live streams', [
    'route',
    'status',
  ])
  readonly #procedures = this.#histogram('trpc_procedure_duration_seconds', 'Procedures, also in batches', [
    'procedure',
  ])
  readonly #procedureCalls = this.#counter('trpc_procedure_calls_total', 'Procedures, by tRPC’s error code or OK', [
    'procedure',
    'code',
  ])
  readonly #signInFailures = this.#counter('sign_in_failures_total', 'Refused sign-ins', ['reason'])
  readonly #databaseCalls = this.#histogram('database_call_duration_seconds', 'Reads and transactions', ['call'])
  readonly #databaseFailures = this.#counter('database_unavailable_total', 'Calls that the database did not take', [
    'call',
  ])
  readonly #mailRequests = this.#histogram('outbox_delivery_duration_seconds', 'Requests to the email service')
  readonly #mailMessages = this.#counter('outbox_delivery_attempts_total', 'Emails, by the result of an attempt', [
    'result',
  ])

  readonly #refreshers: (() => void | Promise<void>)[] = []

  constructor(sources: Sources) {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: eventLoopPrecision })
    const info = this.#gauge('app_info', 'The running version', ['version'])
    info.set({ version: programVersion }, 1)
    // An alert on a rate needs the first failure to be an increase.
    for (const reason of ['invalid_credentials', 'too_many_attempts']) this.#signInFailures.inc({ reason }, 0)
    for (const result of ['sent', 'failed']) this.#mailMessages.inc({ result }, 0)
    this.#addGauge('live_streams_open', 'Pages of the staff that follow changes', sources.liveStreams)
    this.#addGauge('estimate_writer_queue_length', 'Submissions that wait for their commit', sources.writerQueue)
    this.#databaseGauges(sources)
    this.#backlogGauges(sources)
  }

  /** @returns everything in Prometheus' text format */
  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    await Promise.all(this.#refreshers.map((refresh) => refresh()))
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() }
  }

  /** @param route a pattern, or undefined without a match */
  requestEnded(route: string | undefined, status: number, ms: number): void {
    this.#requests.observe({ route: route ?? 'none', status: `${Math.trunc(status / 100)}xx` }, ms / 1000)
  }

  /** @param code `OK`, or tRPC's error code */
  procedureEnded(procedure: string, ms: number, code: string): void {
    this.#procedures.observe({ procedure }, ms / 1000)
    this.#procedureCalls.inc({ procedure, code })
  }

  signInFailed(reason: string): void {
    this.#signInFailures.inc({ reason })
  }

  messageAttempted(result: 'sent' | 'failed'): void {
    this.#mailMessages.inc({ result })
  }

  /** Runs the work, and returns or throws what it does. */
  async observe<Result>(operation: Operation, work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    try {
      return await work()
    } catch (error) {
      if (operation.kind === 'database' && error instanceof DatabaseUnavailable)
        this.#databaseFailures.inc({ call: operation.name })
      throw error
    } finally {
      if (operation.kind === 'database') this.#databaseCalls.observe({ call: operation.name }, seconds(startedAt))
      else this.#mailRequests.observe(seconds(startedAt))
    }
  }

  #databaseGauges({ databaseLoad }: Sources): void {
    const connections = this.#gauge('database_connections', 'Connections to PostgreSQL', ['state'])
    const waiting = this.#gauge('database_waiting_calls', 'Calls that wait for a connection')
    const log = this.#gauge('database_log_bytes', 'Size of SQLite’s write-ahead log')
    this.#refreshers.push(() => {
      const load = databaseLoad()
      waiting.set(load.waiting)
      if (load.connections) {
        connections.set({ state: 'in_use' }, load.connections.inUse)
        connections.set({ state: 'idle' }, load.connections.open - load.connections.inUse)
      }
      if (load.logBytes !== undefined) log.set(load.logBytes)
    })
  }

  #backlogGauges({ backlog, now }: Sources): void {
    const overdue = this.#gauge('estimates_overdue', 'Estimates without contact in time, 10,000 at most')
    const pending = this.#gauge('outbox_pending_messages', 'Emails that are not sent yet, 10,000 at most')
    const age = this.#gauge('outbox_oldest_message_age_seconds', 'Age of the oldest email that is not sent yet')
    this.#refreshers.push(async () => {
      const waiting = await backlog()
      // Old numbers would hide that the database is away.
      for (const gauge of [overdue, pending, age]) gauge.remove()
      if (!waiting) return
      overdue.set(waiting.overdueEstimates)
      pending.set(waiting.pendingMessages)
      const oldestMs = waiting.oldestMessageAt?.getTime()
      age.set(oldestMs === undefined ? 0 : Math.max(0, now() - oldestMs) / 1000)
    })
  }

  #addGauge(name: string, help: string, read: () => number): void {
    const gauge = this.#gauge(name, help)
    this.#refreshers.push(() => gauge.set(read()))
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[] = []): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] })
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] })
  }
}
