import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Committed } from '#server/database/client/committed.ts'
import type { CommitListener } from '#server/database/database.ts'
import { CommitNotifications, type Message } from './commit-notifications.ts'
import { applicationName, connectionTo, endConnection, openLock } from './connection.ts'
import { ownSessions } from './sessions.ts'

/** Each database has its own channel of this name. */
const channelName = 'five_borough_builders_commits'

const minPauseMs = 250
const maxPauseMs = 10_000

const pingIntervalMs = 10_000
const timeoutMs = 5_000

export class CommitChannel {
  readonly #process = randomUUID()
  readonly #url: string
  readonly #log: Logger
  #listener: CommitListener | undefined
  #messages: CommitNotifications | undefined
  #connection: pg.Client | undefined
  #lose: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #pauseMs = minPauseMs
  #closed = false

  /** @param url of PostgreSQL itself, because a pooler may give the session that listens to others */
  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  message(changes: Partial<Committed>): string {
    const nothing = { created: [], changed: [], all: false, people: false }
    const message: Message = { from: this.#process, ...nothing, ...changes }
    const text = JSON.stringify(message)
    // A payload has fewer than 8000 bytes. Ids are ASCII, so a character is a byte.
    return text.length < 8_000 ? text : JSON.stringify({ ...message, created: [], changed: [], all: true })
  }

  async notify(transaction: Prisma.TransactionClient, changes: Committed): Promise<void> {
    await transaction.$executeRawUnsafe('SELECT pg_notify($1, $2)', channelName, this.message(changes))
  }

  /** Reconnects whenever necessary. Resolves after the first attempt, even a failed one. */
  async open(): Promise<void> {
    await this.#connect(false)
  }

  listen(listener: CommitListener): void {
    this.#listener = listener
    this.#messages = new CommitNotifications({ process: this.#process, log: this.#log, listener })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#messages?.close()
    if (this.#connection) await endConnection(this.#connection)
  }

  /** The connection may lead to a former primary server. */
  reconnect(): void {
    this.#lose?.()
  }

  async #connect(isReconnect: boolean): Promise<void> {
    const connection = new pg.Client({
      ...connectionTo(this.#url, applicationName, ownSessions.settings),
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    this.#connection = connection
    let lost = false
    const lose = (error?: Error) => {
      if (lost || this.#closed) return
      lost = true
      clearTimeout(this.#timer)
      this.#log.warn({ reason: error?.message }, 'the connection that listens to other processes was lost')
      void endConnection(connection)
      this.#timer = setTimeout(() => void this.#connect(true), this.#pauseMs).unref()
      this.#pauseMs = Math.min(2 * this.#pauseMs, maxPauseMs)
    }
    this.#lose = lose
    connection.on('error', lose)
    connection.on('end', lose)
    connection.on('notification', ({ payload = '' }) => this.#messages?.read(payload))
    try {
      await connection.connect()
      await connection.query(`SELECT pg_advisory_lock_shared(${openLock})`)
      await connection.query(`LISTEN ${channelName}`)
    } catch (error) {
      lose(error instanceof Error ? error : undefined)
      return
    }
    if (lost || this.#closed) return
    this.#pauseMs = minPauseMs
    this.#keepAlive(connection, lose)
    // PostgreSQL does not repeat missed messages.
    if (isReconnect) this.#listener?.({ created: [], changed: [], all: true, people: true })
  }

  #keepAlive(connection: pg.Client, lose: (error?: Error) => void): void {
    this.#timer = setTimeout(() => {
      connection.query('SELECT 1').then(() => this.#keepAlive(connection, lose), lose)
    }, pingIntervalMs).unref()
  }
}
