import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { within } from '#server/within.ts'

/** In milliseconds from the start of closing. They leave time to close the database within five seconds. */
const deadlines = { connectionsClosed: 3_000, estimatesCommitted: 3_500, outboxStopped: 4_300 }

const sweepMs = 50

/**
 * Idle connections are closed after this many sweeps without an arrival, so that a client that is about to send still
 * gets its response. Sweeps, not milliseconds: on a busy processor half a second may pass before anything is read.
 */
const quietSweeps = 10

/** For accepting the connections in the operating system's queue. */
const maxAcceptMs = 1_500

type Step = keyof typeof deadlines

type Closing = {
  readonly begun: boolean
  /** At least 10; the whole time before closing has begun. */
  msLeft(step: Step): number
  /** Waits for the work until the step's deadline. */
  within(step: Step, work: Promise<void>): Promise<void>
}

/**
 * Makes `close()` wait for requests only. By default it also waits for idle keep-alive connections, more than a minute
 * (fastify/fastify#7044), and for connections that browsers open in advance.
 */
export const gracefulClose = plugin(
  async (app: FastifyInstance) => {
    const { server } = app
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

/**
 * Tracks open connections and their requests. Node's own list lacks sockets that it has handed over, and calls a
 * connection busy that has sent nothing yet.
 */
class OpenConnections {
  readonly #server: Server
  /** Bytes that belong to requests with a response, by connection. */
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

  /**
   * Accepts the connections in the operating system's queue, which would be reset, then stops listening. Node accepts
   * one per turn of the event loop, so requests on them are read only when the queue is empty.
   */
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

  /** Closes connections without a request, not even a partial one. */
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
