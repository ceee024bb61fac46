import type { FastifyInstance, FastifyReply } from 'fastify'
import plugin from 'fastify-plugin'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { within } from '#server/within.ts'

/** A database that takes longer to say anything is of no use to a visitor. */
const readyWithinMs = 1_000
const retryAfterSeconds = 2

type Health = { status: 'ok' } | { status: 'unavailable'; reason: string }

/**
 * Says whether the process is up (`/healthz`: restart it if not) and whether it can do its work (`/readyz`: send
 * visitors elsewhere if not). Nothing listens before the migrations have run, so the database's answer is all there is
 * to ask for, and that it stores something where it lately did not. Both keep out of the log, where they would be most of the lines.
 */
export const health = plugin(
  async (app: FastifyInstance, { database }: { database: Database }) => {
    const quiet = { logLevel: 'warn' } as const

    app.get('/healthz', quiet, (_request, reply) => {
      send(reply, { status: 'ok' })
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
