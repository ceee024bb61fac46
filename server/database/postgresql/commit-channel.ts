import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Committed } from '#server/database/client/committed.ts'
import type { CommitListener } from '#server/database/database.ts'
import { CommitNotifications, type Message } from './commit-notifications.ts'
import { endConnection, keepAlive } from './connection.ts'

/** What PostgreSQL calls it; each database has one of its own, which other programs use, too. */
export const channelName = 'five_borough_builders_commits'

const minPauseMs = 250
const maxPauseMs = 10_000

/** How often a connection that says nothing is asked whether it is still there, and how long it may take to answer. */
const lookMs = 10_000
const patienceMs = 5_000

/**
 * Tells the processes that share a database of each other's commits, by NOTIFY and LISTEN. A message is part of the
 * transaction that it is about: it goes out with the commit, and not without it. Listening needs a connection that is
 * one to the server itself, not one that a pool in between lends out for each transaction.
 */
export class CommitChannel {
  readonly #process = randomUUID()
  readonly #url: string
  readonly #log: Logger
  #hear: CommitListener | undefined
  #messages: CommitNotifications | undefined
  #connection: pg.Client | undefined
  #lose: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #pauseMs = minPauseMs
  #closed = false

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  /** The text of a message; at most 8000 bytes fit into one. */
  message(done: Partial<Committed>): string {
    const nothing = { created: [], changed: [], all: false, people: false }
    const message: Message = { from: this.#process, ...nothing, ...done }
    const text = JSON.stringify(message)
    // Ids are plain letters: a character is a byte.
    return text.length < 8_000 ? text : JSON.stringify({ ...message, created: [], changed: [], all: true })
  }

  /** Puts a message into a transaction. */
  async announce(transaction: Prisma.TransactionClient, done: Committed): Promise<void> {
    await transaction.$executeRawUnsafe('SELECT pg_notify($1, $2)', channelName, this.message(done))
  }

  /**
   * Listens from now on, on a connection of its own that is made again whenever it is lost. Resolves when it is there,
   * or was not to be had at the first attempt.
   */
  async listen(hear: CommitListener): Promise<void> {
    this.#hear = hear
    this.#messages = new CommitNotifications({ process: this.#process, log: this.#log, hear })
    await this.#connect(false)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#messages?.close()
    if (this.#connection) await endConnection(this.#connection)
  }

  /** Listens on another connection, because this one may lead to the wrong server. */
  connectAgain(): void {
    this.#lose?.()
  }

  async #connect(again: boolean): Promise<void> {
    const connection = new pg.Client({
      connectionString: this.#url,
      application_name: 'five-borough-builders',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      ...keepAlive,
    })
    this.#connection = connection
    let lost = false
    const lose = (error?: Error) => {
      if (lost || this.#closed) return
      lost = true
      clearTimeout(this.#timer)
      this.#log.warn({ reason: error?.message }, 'the connection that hears of other processes was lost')
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
      await connection.query(`LISTEN ${channelName}`)
    } catch (error) {
      lose(error instanceof Error ? error : undefined)
      return
    }
    if (lost || this.#closed) return
    this.#pauseMs = minPauseMs
    this.#lookAfter(connection, lose)
    // What was committed while nobody listened is not said again.
    if (again) this.#hear?.({ created: [], changed: [], all: true, people: true })
  }

  #lookAfter(connection: pg.Client, lose: (error?: Error) => void): void {
    this.#timer = setTimeout(() => {
      connection.query('SELECT 1').then(() => this.#lookAfter(connection, lose), lose)
    }, lookMs).unref()
  }
}
