import type { FastifyInstance, FastifyReply } from 'fastify'
import plugin from 'fastify-plugin'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { programVersion } from '#server/version.ts'
import { within } from '#server/within.ts'

const readyWithinMs = 1_000
const retryAfterSeconds = 2

type Health = { status: 'ok'; version?: string } | { status: 'unavailable'; reason: string }

/** `/readyz` also checks the database. Neither is logged, since they would fill the log. */
export const health = plugin(
  async (app: FastifyInstance, { database }: { database: Database }) => {
    const quiet = { logLevel: 'warn' } as const

    app.get('/healthz', quiet, (_request, reply) => {
      send(reply, { status: 'ok', version: programVersion })
    })

    app.get('/readyz', quiet, async (_request, reply) => {
      send(
        reply,
        app.closing.begun ? { status: 'unavailable', reason: 'shutting down' } : await databaseHealth(database),
      )
      return reply
    })
  },
  { name: 'health', dependencies: ['graceful-close'] },
)

function send(reply: FastifyReply, health: Health): void {
  reply.header('cache-control', 'no-store')
  if (health.status !== 'ok') reply.code(503).header('retry-after', retryAfterSeconds)
  reply.send(health)
}

async function databaseHealth(database: Database): Promise<Health> {
  let reason = 'the database does not answer'
  const check = async (): Promise<Health> => {
    await database.ping()
    reason = 'the database takes no writes'
    await database.assertWritable()
    return { status: 'ok' }
  }
  const unlessUnavailable = check().catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error
  })
  return (await within(readyWithinMs, unlessUnavailable)) ?? { status: 'unavailable', reason }
}
