import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { openPasswordCost } from './auth/password-cost.ts'
import { createPasswordHasher } from './auth/password-hasher.ts'
import { openServerKey } from './auth/server-key.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/open.ts'
import { createLogger } from './logging/logger.ts'
import { createMailTransport } from './mail/transport.ts'

export type Running = {
  readonly app: FastifyInstance
  readonly logger: Logger
  /** Takes less than five seconds. */
  close(): Promise<void>
}

/**
 * Builds the server with the real database, mail, clock and log. It does not listen.
 *
 * @param clientDir absolute path of the built client
 * @throws what opening the database throws
 */
export async function openServer(config: Config, clientDir: string): Promise<Running> {
  const logger = createLogger(config.logLevel)
  for (const warning of config.warnings) logger.warn(warning)
  const database = await openDatabase({ url: config.databaseUrl, log: logger })
  const serverKey = await openServerKey(database, systemClock)
  const hasher = createPasswordHasher(await openPasswordCost(database, systemClock))
  const transport = createMailTransport(config, logger)
  const app = await buildApp(config, { database, serverKey, hasher, clock: systemClock, logger, transport, clientDir })
  return {
    app,
    logger,
    async close() {
      await app.close()
      await hasher.close()
      await database.close()
    },
  }
}
