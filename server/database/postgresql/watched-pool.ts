import pg from 'pg'
import type { Logger } from 'pino'
import { ReadQueue } from './read-queue.ts'

/** A statement of a transaction takes milliseconds, and waits for a lock at most {@link lockTimeoutMs}. */
const writePatienceMs = 4_000
export const lockTimeoutMs = 3_500

/** PostgreSQL itself ends what takes longer. */
export const statementTimeoutMs = 10_000
/** A report may take a while; by then PostgreSQL has ended it, and said so. */
const readPatienceMs = statementTimeoutMs + 2_000

/** An answer may have arrived while this process was busy with something else. */
const graceMs = 100
/** How long a connection may take to say goodbye, and all of them when the database is closed. */
const goodbyeMs = 1_000
const lastGoodbyeMs = 300
/** How often all connections are replaced at most. */
const replaceMs = 1_000

/** The server ends the connection. */
const isEnding = (code: string) => code.startsWith('57P')
/** The server takes no writes: another one is the primary by now, and new connections may lead there. */
const isReadOnly = (code: string) => code === '25006'

type WatchedPoolOptions = {
  readonly log: Logger
  /** Hears that connections were replaced, because the server at their other end is not the one to talk to. */
  onReplaced(): void
}

type Watched = {
  readonly openedAt: number
  answeredAt: number
  busy: boolean
  /** Must not be used again. */
  spent: boolean
}

type Query = (...given: unknown[]) => Promise<unknown>

/**
 * Has a pool part with connections that are of no use any more. pg by itself waits for ever for a peer that has gone
 * silent, and keeps connections to a server that has stopped to take writes.
 *
 * Those who only read have turns, so that some connections are always left for transactions.
 */
export class WatchedPool {
  readonly #options: WatchedPoolOptions
  readonly #connections = new Map<pg.Client, Watched>()
  #replacedAt = Number.NEGATIVE_INFINITY

  /** @param maxReaders how many statements outside transactions may run at a time */
  constructor(pool: pg.Pool, maxReaders: number, options: WatchedPoolOptions) {
    this.#options = options
    pool.on('connect', (client) => this.#watch(client))
    pool.on('acquire', (client) => this.#mark(client, true))
    pool.on('release', (_error, client) => this.#mark(client, false))

    const turns = new ReadQueue(maxReaders, pool.options.connectionTimeoutMillis ?? 0)
    const query = pool.query.bind(pool) as Query
    pool.query = ((...given) => turns.run(() => query(...given))) as Query as typeof pool.query
  }

  /** Leaves what is under way a moment, then cuts all connections, so that closing the pool waits for no peer. */
  cutSoon(): void {
    setTimeout(() => {
      for (const client of this.#connections.keys()) cut(client, 'the database was closed')
    }, lastGoodbyeMs).unref()
  }

  #watch(client: pg.Client): void {
    const now = performance.now()
    const watched: Watched = { openedAt: now, answeredAt: now, busy: true, spent: false }
    this.#connections.set(client, watched)
    client.once('end', () => this.#connections.delete(client))
    // From the start: the adapter listens only while it uses a connection, and an error that nobody hears ends the process.
    client.on('error', (error) => this.#options.log.warn({ reason: error.message }, 'a database connection was lost'))

    const query = client.query.bind(client) as Query
    client.query = ((...given) => {
      const settle = this.#await(client, watched, isOfTransaction(client, given))
      const callback = given.at(-1)
      if (typeof callback !== 'function') {
        const answer = query(...given)
        answer.then(() => settle(), settle)
        return answer
      }
      return query(...given.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
        settle(error)
        callback(error, ...answer)
      })
    }) as Query as typeof client.query

    const end = client.end.bind(client) as Query
    client.end = ((...given) => {
      // A silent peer does not answer this either.
      setTimeout(() => client.connection.stream.destroy(), goodbyeMs).unref()
      return end(...given)
    }) as Query as typeof client.end
  }

  #mark(client: pg.Client, busy: boolean): void {
    const watched = this.#connections.get(client)
    if (!watched) return
    watched.busy = busy
    // The pool gives no connection to anybody that has begun to end.
    if (!busy && watched.spent) client.end().catch(() => undefined)
  }

  /** Begins to wait for an answer. Returns what has to be told of it. */
  #await(client: pg.Client, watched: Watched, ofTransaction: boolean): (error?: unknown) => void {
    const begunAt = performance.now()
    const patienceMs = ofTransaction ? writePatienceMs : readPatienceMs
    const giveUp = () => {
      cut(client, `no answer within ${patienceMs / 1000} s`)
      // Others that have not said anything for as long are silent, too, whatever they were asked.
      this.#replace((other) => other.answeredAt < begunAt, true)
    }
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, graceMs).unref()
    }, patienceMs).unref()

    return (error) => {
      clearTimeout(timer)
      const code = codeOf(error)
      if (!error || code) watched.answeredAt = performance.now()
      if (code && (isEnding(code) || isReadOnly(code))) watched.spent = true
      if (code && isReadOnly(code)) this.#replaceAll()
    }
  }

  #replaceAll(): void {
    const now = performance.now()
    if (now < this.#replacedAt + replaceMs) return
    this.#replacedAt = now
    this.#replace((other) => other.openedAt < now)
  }

  /**
   * Parts with the connections that a condition holds for: at once with the idle ones, and with those in use once they are
   * given back, or at once, too.
   */
  #replace(which: (watched: Watched) => boolean, atOnce = false): void {
    for (const [client, watched] of this.#connections) {
      if (!which(watched)) continue
      watched.spent = true
      if (atOnce || !watched.busy) cut(client, 'it is replaced')
    }
    this.#options.onReplaced()
  }
}

/** Whoever waits for an answer on it gets an error at once. */
function cut(client: pg.Client, reason: string): void {
  client.connection.stream.destroy(new Error(`Connection terminated: ${reason}`))
}

function isOfTransaction(client: pg.Client, [statement]: readonly unknown[]): boolean {
  const { text } = Object(statement) as { readonly text?: unknown }
  const status = client.getTransactionStatus()
  return text === 'BEGIN' || status === 'T' || status === 'E'
}

/** PostgreSQL's code for an error; undefined where the error is not its answer. */
function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
