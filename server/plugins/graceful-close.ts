import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/**
 * When each step of closing is over at the latest, in milliseconds from its beginning. The last one leaves time to
 * close the database within the five seconds that an operator waits.
 */
const deadlines = { connectionsClosed: 2_500, submissionsDrained: 3_000, outboxStopped: 4_300 }

/**
 * How long connections that say nothing stay open after closing begins: whoever sends something on one just then is
 * answered, and told that it was the last answer there.
 */
const lingerMs = 500
const sweepMs = 50

type Step = keyof typeof deadlines

/** How far closing has come. */
type Closing = {
  readonly begun: boolean
  /** Milliseconds left for a step, never less than a few; all of its time while closing has not begun. */
  msLeft(step: Step): number
  /** Waits for some work, but not beyond the end of a step. */
  within(step: Step, work: Promise<void>): Promise<void>
}

/**
 * Makes `close()` wait for what is being answered and for nothing else. Left alone, it waits for idle keep-alive
 * connections until they time out, more than a minute (fastify/fastify#7044), and for those that browsers open in
 * advance.
 */
export const gracefulClose = plugin(
  async (app: FastifyInstance) => {
    const { server } = app
    let answering = 0
    let begunAt: number | undefined
    // Node's own list lacks the sockets that it has handed over.
    const sockets = new Set<Socket>()

    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.on('request', (_request, response) => {
      answering += 1
      response.once('close', () => {
        answering -= 1
      })
    })

    const closing: Closing = {
      get begun() {
        return begunAt !== undefined
      },
      msLeft(step) {
        const now = performance.now()
        return Math.max(10, deadlines[step] - (now - (begunAt ?? now)))
      },
      async within(step, work) {
        const settled = new AbortController()
        const timeout = wait(closing.msLeft(step), undefined, { signal: settled.signal }).catch(() => undefined)
        await Promise.race([work, timeout]).finally(() => settled.abort())
      },
    }
    app.decorate('closing', closing)

    app.addHook('preClose', async () => {
      begunAt = performance.now()
      if (!server.listening) return
      // Whoever is at the door is let in. The HTTP server's own `close` would then hang up on clients that are about to
      // send; this one only stops listening.
      await nextTurn()
      NetServer.prototype.close.call(server)
      while ((await openConnections(app)) > 0) {
        await wait(sweepMs)
        // What has arrived in the meantime is read first.
        await nextTurn()
        closeConnections(performance.now() - begunAt)
      }
    })

    function closeConnections(elapsedMs: number): void {
      if (elapsedMs > (answering === 0 ? lingerMs : deadlines.connectionsClosed))
        for (const socket of sockets) socket.destroy()
      else if (elapsedMs > lingerMs) server.closeIdleConnections()
    }
  },
  { name: 'graceful-close' },
)

async function openConnections({ server }: FastifyInstance): Promise<number> {
  return await new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count))
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    closing: Closing
  }
}
