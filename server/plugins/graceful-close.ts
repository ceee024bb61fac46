import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { within } from '#server/within.ts'

/**
 * When each step of closing is over at the latest, in milliseconds from its beginning. The last one leaves time to
 * close the database within the five seconds that an operator waits.
 */
const deadlines = { connectionsClosed: 3_000, submissionsDrained: 3_500, outboxStopped: 4_300 }

const sweepMs = 50

/**
 * Open connections without a request under way are closed after this many sweeps in a row during which nothing arrived:
 * a client that is about to send on one of them still gets its response. Sweeps are counted, not milliseconds, because
 * on a starved processor half a second may pass before anything could be read.
 */
const quietSweeps = 10

/** How long connections that the operating system holds ready are still accepted before the server stops listening. */
const maxAcceptMs = 1_500

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
        // What has arrived in the meantime is read first.
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
 * The server's open connections, and whether each of them has a request under way. Node's own list lacks the sockets
 * that it has handed over, and takes a connection that has sent nothing yet for a busy one.
 */
class OpenConnections {
  readonly #server: Server
  /** How many bytes of a connection belong to requests that are answered. */
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

  /** Grows with each connection and each request. */
  get arrivals(): number {
    return this.#accepted + this.#requests
  }

  /**
   * Stops listening, once the connections that wait in the operating system's queue are accepted: it would reset them.
   * Node accepts one in each turn of the event loop, so a turn must not cost a request: what arrives on these
   * connections is read when the queue is empty.
   */
  async stopListening(): Promise<void> {
    const giveUpAt = performance.now() + maxAcceptMs
    const server = this.#server as Server & { pauseOnConnect: boolean }
    const known = new Set(this.#answeredBytes.keys())
    server.pauseOnConnect = true
    // The first turn may end before the sockets are looked at.
    for (let emptyTurns = 0; emptyTurns < 2 && performance.now() < giveUpAt; ) {
      const before = this.#accepted
      await nextTurn()
      emptyTurns = this.#accepted === before ? emptyTurns + 1 : 0
    }
    // The HTTP server's own `close` would hang up on clients that are about to send; this one only stops listening.
    NetServer.prototype.close.call(server)
    for (const socket of this.#answeredBytes.keys()) if (!known.has(socket)) socket.resume()
  }

  /** Closes connections on which no request is being answered and none has begun to arrive. */
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
