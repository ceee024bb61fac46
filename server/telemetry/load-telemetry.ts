import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { MailTransport } from '#server/mail/messages/message.ts'
import { BacklogReader } from './backlog.ts'
import type { Metrics, Sources } from './metrics.ts'
import type { MetricsServer } from './metrics-server.ts'
import { observedDatabase } from './observed-database.ts'

type TelemetryDependencies = {
  readonly database: Database
  readonly transport: MailTransport
  readonly clock: Clock
  readonly logger: Logger
}

export type Telemetry = {
  readonly metrics: Metrics | undefined
  readonly metricsServer: MetricsServer | undefined
  /** The dependencies, which are measured if the settings ask for it. */
  readonly database: Database
  readonly transport: MailTransport
}

/** Loads the metrics only if the settings ask for them. */
export async function loadTelemetry(
  { metricsPort }: Pick<Config, 'metricsPort'>,
  { database, transport, clock, logger }: TelemetryDependencies,
  app: Pick<Sources, 'liveStreams' | 'writerQueue'>,
): Promise<Telemetry> {
  if (metricsPort === undefined) return { metrics: undefined, metricsServer: undefined, database, transport }
  const [{ Metrics }, { MetricsServer }] = await Promise.all([import('./metrics.ts'), import('./metrics-server.ts')])
  const backlog = new BacklogReader(database, clock)
  const metrics = new Metrics({
    ...app,
    now: () => clock.now().getTime(),
    databaseLoad: () => database.load(),
    backlog: () => backlog.read(),
  })
  return {
    metrics,
    metricsServer: new MetricsServer(() => metrics.text(), logger),
    database: observedDatabase(database, metrics),
    transport: observedTransport(transport, metrics),
  }
}

function observedTransport(transport: MailTransport, metrics: Metrics): MailTransport {
  return {
    async send(message, signal) {
      try {
        const sent = await metrics.observe({ kind: 'mail' }, () => transport.send(message, signal))
        metrics.messageAttempted('sent')
        return sent
      } catch (error) {
        metrics.messageAttempted('failed')
        throw error
      }
    },
  }
}
