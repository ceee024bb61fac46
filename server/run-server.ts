import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { company } from '#shared/company.ts'
import type { Config } from './config.ts'
import { limitHeapGrowth } from './heap-growth.ts'
import { openServer, type Running } from './open-server.ts'
import { startProblem } from './start-problem.ts'

/** Closing takes less than five seconds. */
const hardExitMs = 8_000

/** Longer than the first check of a supervisor or load balancer takes, which needs nothing that is loaded then. */
const warmUpAfterMs = 200

/** Node handles these; SIGHUP is for `nohup`. */
const otherEvents: closeWithGrace.AllEvents[] = [
  'SIGHUP',
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
  'SIGUSR2',
  'beforeExit',
]

export async function runServer(prepare: () => Config | Promise<Config>, clientDir: string): Promise<void> {
  // Files contain customer data.
  process.umask(0o077)
  limitHeapGrowth()
  // The logger listens for errors, too. Using the streams also makes pipes refuse a write instead of blocking it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    const config = await prepare()
    const running = await serve(config, clientDir)
    stopOnSignals(running)
    setTimeout(running.warmUp, warmUpAfterMs).unref()
    process.stdout.write(`${company.name} is open at ${openAddress(config, running.app)}\n`)
  } catch (error) {
    process.stderr.write(`${startProblem(error)}\n`)
    process.exit(1)
  }
}

async function serve(config: Config, clientDir: string): Promise<Running> {
  const running = await openServer(config, clientDir)
  // For `localhost` Fastify would listen on IPv4 and IPv6; our plugins handle one server.
  await running.app.listen({ port: config.port, host: config.host === 'localhost' ? '127.0.0.1' : config.host })
  return running
}

function stopOnSignals({ close, logger }: Running): void {
  closeWithGrace({ delay: hardExitMs, logger, skip: otherEvents }, async ({ err, signal }) => {
    if (signal) logger.info({ signal }, 'stopping')
    else logger.fatal({ err }, 'uncaught error, stopping')
    await close()
  })
}

function openAddress(config: Config, app: FastifyInstance): string {
  if (config.appOrigin !== new URL(`http://localhost:${config.port}`).origin) return config.appOrigin
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : config.port
  const everywhere = ['0.0.0.0', '::', 'localhost', '127.0.0.1', '::1'].includes(config.host)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${everywhere ? 'localhost' : host}:${port}`
}
