import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { within } from '#server/within.ts'

/** In milliseconds from the start of closing. The database needs the rest of five seconds. */
const deadlines = { connectionsClosed: 3_000, estimatesCommitted: 3_500, outboxStopped: 4_300 }

const sweepMs = 50

const maxAcceptMs = 1_500

type Step = keyof typeof deadlines

type Closing = {
  readonly begun: boolean
  msLeft(step: Step): number
  within(step: Step, work: Promise<void>): Promise<void>
}

/** By default, `close()` also waits for idle connections, more than a minute (fastify/fastify#7044). */
export const gracefulClose = plugin(
  async (app: FastifyInstance, { quietMs }: { quietMs: number }) => {
    const { server } = app
    const quietSweeps = quietMs / sweepMs
    const connections = new OpenConnections(server)
    let begunAt: number | undefined

    const closing: Closing = {
      get begun() {
        return begunAt !== undefined
      },
      msLeft(step) {
        const now = performance.now()
        return Math.max(10, deadlines[step] - (now - (begunAt ?? now)))
      },
      async within(step, work) {
        await within(closing.msLeft(step), work)
      },
    }
    app.decorate('closing', closing)

    app.addHook('preClose', async () => {
      begunAt = performance.now()
      if (!server.listening) return
      await connections.stopListening()
      for (let quiet = 0, seen = connections.arrivals; connections.count > 0; ) {
        await wait(sweepMs)
        // Lets Node read what has arrived.
        await nextTurn()
        quiet = connections.arrivals === seen ? quiet + 1 : 0
        seen = connections.arrivals
        if (performance.now() - begunAt > deadlines.connectionsClosed) connections.closeAll()
        else if (quiet >= quietSweeps) connections.closeIdle()
      }
    })
  },
  { name: 'graceful-close' },
)

/** Node's own list lacks sockets that it has handed over, and counts unused connections as busy. */
class OpenConnections {
  readonly #server: Server
  readonly #answeredBytes = new Map<Socket, number>()
  readonly #answering = new Set<Socket>()
  #accepted = 0
  #requests = 0

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Socket) => {
      this.#accepted += 1
      this.#answeredBytes.set(socket, 0)
      socket.once('close', () => {
        this.#answeredBytes.delete(socket)
        this.#answering.delete(socket)
      })
    })
    server.on('request', ({ socket }, response) => {
      this.#requests += 1
      this.#answering.add(socket)
      response.once('close', () => {
        this.#answering.delete(socket)
        if (this.#answeredBytes.has(socket)) this.#answeredBytes.set(socket, socket.bytesRead)
      })
    })
  }

  get count(): number {
    return this.#answeredBytes.size
  }

  get arrivals(): number {
    return this.#accepted + this.#requests
  }

  /** Accepts queued connections, which would otherwise be reset. Node accepts one per turn, so reading waits. */
  async stopListening(): Promise<void> {
    const giveUpAt = performance.now() + maxAcceptMs
    const server = this.#server as Server & { pauseOnConnect: boolean }
    const known = new Set(this.#answeredBytes.keys())
    server.pauseOnConnect = true
    // The first turn may end before Node polls the sockets.
    for (let emptyTurns = 0; emptyTurns < 2 && performance.now() < giveUpAt; ) {
      const before = this.#accepted
      await nextTurn()
      emptyTurns = this.#accepted === before ? emptyTurns + 1 : 0
    }
    // The HTTP server's `close` would also close idle connections.
    NetServer.prototype.close.call(server)
    for (const socket of this.#answeredBytes.keys()) if (!known.has(socket)) socket.resume()
  }

  /** Keeps connections with a partial request. */
  closeIdle(): void {
    for (const [socket, answeredBytes] of this.#answeredBytes)
      if (!this.#answering.has(socket) && socket.bytesRead === answeredBytes) socket.destroy()
  }

  closeAll(): void {
    for (const socket of this.#answeredBytes.keys()) socket.destroy()
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    closing: Closing
  }
}
