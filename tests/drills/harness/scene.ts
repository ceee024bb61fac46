import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { changeDatabase, queryDatabase } from '#tests/support/database/query-database.ts'
import type { AcceptedMail } from '#tests/support/server/postmark-wire.ts'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import type { DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { type Place, postgresqlPlace, sqlitePlace } from './place.ts'
import { type DrilledServer, spawnServer } from './server.ts'

type SceneOptions = {
  readonly place?: Place
  /** The server's DATABASE_URL, if not the place's own. */
  readonly databaseUrl?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly wrapper?: readonly string[]
  /** Hears of each email that the mail service accepts. */
  readonly receive?: (mail: AcceptedMail) => void
}

/** A server with its database, its mail service and its clients' ledger. */
export type Scene = {
  readonly place: Place
  readonly mailbox: Mailbox
  /** The settings of each server, by their environment names. */
  readonly settings: Readonly<Record<string, string>>
  readonly ledger: Ledger
  /** The same after each start. */
  readonly origin: string
  /** The latest process. */
  readonly server: DrilledServer
  readonly servers: readonly DrilledServer[]
  /** Does not wait until it is ready. */
  spawn(options?: { readonly port?: number; readonly settings?: Readonly<Record<string, string>> }): DrilledServer
  start(): Promise<DrilledServer>
  rows<Row>(sql: string): Promise<Row[]>
  count(sql: string): Promise<number>
  /** Waits until no email is queued, except, if wanted, claims of a killed process. Rejects after the limit. */
  drained(limitMs: number, options?: { readonly exceptClaimed: boolean }): Promise<void>
}

let ledgers = 0

/** Starts only the mail service. It is cleaned up with the drill. */
export async function openScene(drill: DrillRun, options: SceneOptions = {}): Promise<Scene> {
  const place = options.place ?? (await newPlace(drill))
  const mailbox = await openMailbox(options.receive)
  const port = await freePort()
  const servers: DrilledServer[] = []
  const folder = join(tmpdir(), 'drill-ledgers')
  mkdirSync(folder, { recursive: true })
  ledgers += 1
  const ledger = new Ledger(join(folder, `${process.pid}-${ledgers}.jsonl`))
  const settings = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: options.databaseUrl ?? place.databaseUrl,
    ...trustLoopback,
    ...mailbox.settings,
    ...options.settings,
  }
  drill.defer(async (isBroken) => {
    if (!isBroken) ledger.remove()
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    await mailbox.postmark.close()
    if (!options.place) await place.remove()
  })

  const count = async (sql: string) => {
    const [row] = await scene.rows<{ count: number | string }>(sql)
    return Number(row?.count)
  }
  const scene: Scene = {
    place,
    mailbox,
    settings,
    ledger,
    origin: `http://127.0.0.1:${port}`,
    get server() {
      const server = servers.at(-1)
      if (!server) throw new Error('no server was started')
      return server
    },
    servers,
    spawn(own = {}) {
      const server = spawnServer({
        dist: drill.dist,
        port: own.port ?? port,
        settings: { ...settings, ...own.settings },
        ...(options.wrapper ? { wrapper: options.wrapper } : {}),
      })
      servers.push(server)
      return server
    },
    async start() {
      const server = scene.spawn()
      await server.ready()
      return server
    },
    rows: (sql) => queryDatabase(place.databaseUrl, sql),
    count,
    async drained(limitMs, { exceptClaimed } = { exceptClaimed: false }) {
      const which = exceptClaimed ? "state = 'pending' AND claim_token IS NULL" : "state = 'pending'"
      const giveUpAt = performance.now() + limitMs
      for (;;) {
        const pending = await count(`SELECT count(*) AS count FROM outbox_messages WHERE ${which}`)
        if (pending === 0) return
        if (performance.now() > giveUpAt) throw new Error(`${pending} mails wait after ${limitMs / 1000} s`)
        await delay(250)
      }
    },
  }
  return scene
}

/** Opens the same scene with the server ready. */
export async function startScene(drill: DrillRun, options?: SceneOptions): Promise<Scene> {
  const scene = await openScene(drill, options)
  await scene.start()
  return scene
}

async function newPlace({ engine, started, postgresql }: DrillRun): Promise<Place> {
  return engine === 'sqlite' ? sqlitePlace(started) : postgresqlPlace((await postgresql()).url, started)
}

/**
 * Ends leases in the database instead of waiting for a minute. The server still knows which emails it is sending.
 *
 * @param limitMs how long unclaimed emails may take
 */
export async function endLeases(scene: Scene, limitMs: number): Promise<void> {
  await scene.drained(limitMs, { exceptClaimed: true })
  const { databaseUrl } = scene.place
  const update =
    "UPDATE outbox_messages SET next_attempt_at = created_at WHERE state = 'pending' AND claim_token IS NOT NULL"
  // The server may lock the same rows in another order, which PostgreSQL ends as a deadlock.
  const locked = `BEGIN; LOCK TABLE outbox_messages IN SHARE ROW EXCLUSIVE MODE; ${update}; COMMIT`
  await changeDatabase(databaseUrl, isSqliteUrl(databaseUrl) ? update : locked)
}
