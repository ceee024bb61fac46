import type { FastifyInstance } from 'fastify'
import { company } from '#shared/company.ts'
import { type Config, ConfigError } from './config.ts'
import { DatabaseUnavailable } from './database/database.ts'
import { limitHeapGrowth } from './heap-growth.ts'
import { openServer, type Running } from './open-server.ts'

/** Closing takes less than five seconds; what takes longer than this hangs. */
const hardExitMs = 8_000

/**
 * Runs the server until a signal ends the process. Where it cannot start, it says why and ends the process with code 1.
 *
 * @param prepare gives the settings; what it throws counts as not starting
 * @param clientDir absolute path of the built client
 */
export async function runServer(prepare: () => Config | Promise<Config>, clientDir: string): Promise<void> {
  // What it writes has customers' addresses in it: nobody else on the machine reads that.
  process.umask(0o077)
  limitHeapGrowth()
  try {
    const config = await prepare()
    const running = await serve(config, clientDir)
    stopOnSignals(running)
    process.stdout.write(`${company.name} is open at ${openAddress(config, running.app)}\n`)
  } catch (error) {
    process.stderr.write(`${problem(error)}\n`)
    process.exit(1)
  }
}

async function serve(config: Config, clientDir: string): Promise<Running> {
  const running = await openServer(config, clientDir)
  // Of the name, Fastify would make two servers, and the plugins know one.
  await running.app.listen({ port: config.port, host: config.host === 'localhost' ? '127.0.0.1' : config.host })
  return running
}

function stopOnSignals({ close, logger }: Running): void {
  let stopping = false

  async function stop(exitCode: number): Promise<void> {
    stopping = true
    setTimeout(() => process.exit(1), hardExitMs).unref()
    try {
      await close()
    } catch (error) {
      logger.error({ err: error }, 'closing failed')
      process.exit(1)
    }
    process.exit(exitCode)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Whoever asks twice is not willing to wait.
      if (stopping) process.exit(1)
      logger.info({ signal }, 'stopping')
      void stop(0)
    })
  }
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      logger.fatal({ err: error }, fault)
      if (!stopping) void stop(1)
    })
  }
}

/** Where people on this machine find the site, or everybody, where APP_ORIGIN says so. */
function openAddress(config: Config, app: FastifyInstance): string {
  if (config.appOrigin !== new URL(`http://localhost:${config.port}`).origin) return config.appOrigin
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  const everywhere = ['0.0.0.0', '::', 'localhost', '127.0.0.1', '::1'].includes(config.host)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${everywhere ? 'localhost' : host}:${port}`
}

/** What to tell somebody whose server does not start. */
function problem(error: unknown): string {
  if (!(error instanceof Error)) return `The server could not start: ${String(error)}`
  if (error instanceof ConfigError) return error.message
  const { code, port } = error as { code?: unknown; port?: unknown }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`
  const { cause, message } = error
  const reason = error instanceof DatabaseUnavailable && cause instanceof Error ? cause.message : ''
  return `The server could not start: ${message}${message.includes(reason) ? '' : ` (${reason})`}`
}
