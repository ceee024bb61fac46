import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openPasswordCost } from '#server/accounts/passwords/password-cost.ts'
import { createPasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import { openSecretsKey } from '#server/accounts/secrets/secrets-key.ts'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { type Config, databasePlace } from './config.ts'
import { openDatabase } from './database/open.ts'
import { createLogger } from './logging/logger.ts'
import { createMailTransport } from './mail/transports/index.ts'

export type Running = {
  readonly app: FastifyInstance
  readonly logger: Logger
  /** Loads what the first request would otherwise wait for. Never throws. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

export async function openServer(config: Config, clientDir: string): Promise<Running> {
  const logger = createLogger(config.logLevel)
  for (const warning of config.warnings) logger.warn(warning)
  const database = await openDatabase({ ...databasePlace(config), log: logger })
  const serverKey = await openServerKey(database, systemClock)
  const secretsKey = await openSecretsKey(config, database, logger)
  const hasher = createPasswordHasher(await openPasswordCost(database, systemClock))
  const transport = createMailTransport(config, logger)
  const app = await buildApp(config, {
    database,
    serverKey,
    secretsKey,
    hasher,
    clock: systemClock,
    logger,
    transport,
    clientDir,
  })
  return {
    app,
    logger,
    async warmUp() {
      // This loads Prisma's query compiler. The next use of the database reports a failure.
      await database.read.setting.findFirst().catch(() => undefined)
    },
    async close() {
      await app.close()
      await hasher.close()
      await database.close()
    },
  }
}
