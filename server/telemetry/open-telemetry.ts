import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { MailTransport } from '#server/mail/messages/message.ts'
import { BacklogReader } from './backlog.ts'
import type { Metrics, Sources } from './metrics.ts'
import type { MetricsServer } from './metrics-server.ts'
import { type Observe, observeWith } from './observe.ts'
import { observedDatabase } from './observed-database.ts'
import { observedTransport } from './observed-transport.ts'
import type { Tracing } from './tracing.ts'

type TelemetryDependencies = {
  readonly database: Database
  readonly transport: MailTransport
  readonly clock: Clock
  readonly logger: Logger
}

export type Telemetry = {
  readonly metrics: Metrics | undefined
  readonly metricsServer: MetricsServer | undefined
  readonly tracing: Tracing | undefined
  /** Those of the dependencies, measured if the settings ask for it. */
  readonly database: Database
  readonly transport: MailTransport
}

/** Loads only what the settings ask for. */
export async function openTelemetry(
  { metricsPort, tracing: tracingConfig }: Pick<Config, 'metricsPort' | 'tracing'>,
  { database, transport, clock, logger }: TelemetryDependencies,
  app: Pick<Sources, 'liveStreams' | 'writerQueue'>,
): Promise<Telemetry> {
  const backlog = new BacklogReader(database, clock)
  const sources: Sources = {
    ...app,
    now: () => clock.now().getTime(),
    databaseLoad: () => database.load(),
    backlog: () => backlog.read(),
  }
  const metrics = metricsPort === undefined ? undefined : new (await import('./metrics.ts')).Metrics(sources)
  const metricsServer = metrics && new (await import('./metrics-server.ts')).MetricsServer(() => metrics.text(), logger)
  const tracing = tracingConfig && (await (await import('./tracing.ts')).openTracing(tracingConfig, logger))
  const observers = [metrics, tracing].flatMap((observer) =>
    observer ? [((operation, work) => observer.observe(operation, work)) as Observe] : [],
  )
  if (observers.length === 0) return { metrics, metricsServer, tracing, database, transport }
  const observe = observeWith(observers)
  return {
    metrics,
    metricsServer,
    tracing,
    database: observedDatabase(database, observe),
    transport: observedTransport(transport, observe, (counts) => metrics?.messagesAttempted(counts)),
  }
}
