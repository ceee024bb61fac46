import pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseLoad } from '#server/database/database.ts'
import { lockTimeoutMs, ownSessions, type Sessions, statementTimeoutMs } from './sessions.ts'

const writeTimeoutMs = lockTimeoutMs + 500
const readTimeoutMs = statementTimeoutMs + 2_000

/** A response may have arrived while this process was busy. */
const graceMs = 100
const endTimeoutMs = 1_000
const closeTimeoutMs = 300
const minReplaceIntervalMs = 1_000

const isEnding = (code: string) => code.startsWith('57P')
/** Another server may be the primary by now. */
const isReadOnly = (code: string) => code === '25006'

type WatchedPoolOptions = {
  readonly log: Logger
  /** If they are left out, there is no pooler. */
  readonly sessions?: Sessions
  onReplaced(): void
}

type Watched = {
  readonly openedAt: number
  lastResponseAt: number
  /** So many statements have no response yet. */
  waiting: number
  responseTimer?: NodeJS.Timeout
  busy: boolean
  /** It is true from the BEGIN of a transaction that may write until the release. */
  inTransaction: boolean
  isSpent: boolean
}

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * pg itself waits forever for a silent peer, and keeps connections to a server that has become read-only.
 */
export class WatchedPool {
  readonly #options: WatchedPoolOptions
  readonly #pool: pg.Pool
  readonly #sessions: Sessions
  readonly #connections = new Map<pg.Client, Watched>()
  #replacedAt = Number.NEGATIVE_INFINITY

  constructor(pool: pg.Pool, options: WatchedPoolOptions) {
    this.#options = options
    this.#pool = pool
    this.#sessions = options.sessions ?? ownSessions
    // The connection's own listener logs it.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => this.#watch(client))
    pool.on('acquire', (client) => this.#mark(client, true))
    pool.on('release', (_error, client) => this.#mark(client, false))

    if (this.#sessions.readsInTransaction) {
      const query: Query = (statement) => readInTransaction(pool, statement as pg.QueryConfig)
      pool.query = query as typeof pool.query
    }
  }

  load(): DatabaseLoad {
    const { totalCount: open, idleCount, waitingCount: waiting } = this.#pool
    return { waiting, connections: { open, inUse: open - idleCount } }
  }

  /** Closing the pool would otherwise wait for silent peers. */
  cutSoon(): void {
    setTimeout(() => {
      for (const client of this.#connections.keys()) cut(client, 'the database was closed')
    }, closeTimeoutMs).unref()
  }

  #watch(client: pg.Client): void {
    const now = performance.now()
    const watched: Watched = {
      openedAt: now,
      lastResponseAt: now,
      waiting: 0,
      busy: true,
      inTransaction: false,
      isSpent: false,
    }
    this.#connections.set(client, watched)
    client.once('end', () => this.#connections.delete(client))
    // Idle connections have no other listener, and an unhandled error would end the process.
    client.on('error', (error) => this.#options.log.warn({ reason: error.message }, 'a database connection was lost'))

    const send = client.query.bind(client) as Query
    const query: Query = (statement, ...rest) => send(this.#sessions.adapt(statement as pg.QueryConfig), ...rest)
    client.query = ((...args) => {
      watched.inTransaction ||= isBegin(args)
      const settle = this.#await(client, watched)
      const callback = args.at(-1)
      if (typeof callback !== 'function') {
        const result = query(...args)
        result.then(() => settle(), settle)
        return result
      }
      return query(...args.slice(0, -1), (error: unknown, ...results: unknown[]) => {
        settle(error)
        callback(error, ...results)
      })
    }) as Query as typeof client.query

    const end = client.end.bind(client) as Query
    client.end = ((...args) => {
      // A silent peer never confirms the end.
      setTimeout(() => client.connection.stream.destroy(), endTimeoutMs).unref()
      return end(...args)
    }) as Query as typeof client.end
  }

  #mark(client: pg.Client, busy: boolean): void {
    const watched = this.#connections.get(client)
    if (!watched) return
    watched.busy = busy
    watched.inTransaction = false
    // The pool never hands out an ending connection.
    if (!busy && watched.isSpent) client.end().catch(() => undefined)
  }

  /** Call the returned function with the outcome of the statement. */
  #await(client: pg.Client, watched: Watched): (error?: unknown) => void {
    watched.waiting += 1
    if (watched.waiting === 1) this.#expectResponse(client, watched)
    let isSettled = false
    return (error) => {
      // pg calls back twice if it cannot send a value.
      if (isSettled) return
      isSettled = true
      watched.waiting -= 1
      const code = getCode(error)
      if (!error || code) watched.lastResponseAt = performance.now()
      if (code && (isEnding(code) || isReadOnly(code))) watched.isSpent = true
      if (code && isReadOnly(code)) this.#replaceAll()
      this.#expectResponse(client, watched)
    }
  }

  #expectResponse(client: pg.Client, watched: Watched): void {
    clearTimeout(watched.responseTimer)
    if (watched.waiting === 0) return
    const begunAt = performance.now()
    const timeoutMs = watched.inTransaction ? writeTimeoutMs : readTimeoutMs
    const giveUp = () => {
      cut(client, `no response within ${timeoutMs / 1000} s`)
      // Connections without a response since then are silent, too.
      this.#replace((other) => other.lastResponseAt < begunAt, true)
    }
    watched.responseTimer = setTimeout(() => {
      // A late timer means that this process was stopped, and perhaps the server with it.
      const lateMs = performance.now() - begunAt - timeoutMs
      watched.responseTimer = setTimeout(giveUp, Math.max(graceMs, lateMs)).unref()
    }, timeoutMs).unref()
  }

  #replaceAll(): void {
    const now = performance.now()
    if (now < this.#replacedAt + minReplaceIntervalMs) return
    this.#replacedAt = now
    this.#replace((other) => other.openedAt < now)
  }

  /** Connections in use are dropped on release, unless `atOnce`. */
  #replace(matches: (watched: Watched) => boolean, atOnce = false): void {
    for (const [client, watched] of this.#connections) {
      if (!matches(watched)) continue
      watched.isSpent = true
      if (atOnce || !watched.busy) cut(client, 'it is replaced')
    }
    this.#options.onReplaced()
  }
}

async function readInTransaction(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect()
  try {
    await client.query({ text: 'BEGIN READ ONLY' })
    const result = await client.query(query)
    await client.query({ text: 'COMMIT' })
    client.release()
    return result
  } catch (error) {
    await client.query({ text: 'ROLLBACK' }).then(
      () => client.release(),
      (lost: Error) => client.release(lost),
    )
    throw error
  }
}

function cut(client: pg.Client, reason: string): void {
  client.connection.stream.destroy(new Error(`Connection terminated: ${reason}`))
}

function isBegin([statement]: readonly unknown[]): boolean {
  return Object(statement).text === 'BEGIN'
}

function getCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
