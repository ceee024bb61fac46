import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { queryDatabase } from '#tests/support/query-database.ts'
import { trustLoopback } from '#tests/support/sender-ip.ts'
import { freePort } from '#tests/support/server-process.ts'
import type { DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { type Place, postgresqlPlace, sqlitePlace } from './place.ts'
import { type DrilledServer, spawnServer } from './server.ts'

type SceneOptions = {
  readonly place?: Place
  /** What the server is told the database's address is, where it is not the place's own. */
  readonly databaseUrl?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly wrapper?: readonly string[]
}

/** A server with its database, its mail service and the ledger of what its clients were told. */
export type Scene = {
  readonly place: Place
  readonly mailbox: Mailbox
  readonly ledger: Ledger
  /** Where the server is; the same after each start. */
  readonly origin: string
  /** The process of the last start. */
  readonly server: DrilledServer
  /** Every process that was started. */
  readonly servers: readonly DrilledServer[]
  /** Starts the server, or another one beside it, and does not wait for it. */
  spawn(options?: { readonly port?: number; readonly settings?: Readonly<Record<string, string>> }): DrilledServer
  /** Starts it and waits until it is ready. */
  start(): Promise<DrilledServer>
  rows<Row>(sql: string): Promise<Row[]>
  count(sql: string): Promise<number>
  /** Waits until no mail is pending, or none but those that a killed process had claimed. Rejects after the limit. */
  drained(limitMs: number, options?: { readonly exceptClaimed: boolean }): Promise<void>
}

let ledgers = 0

/** Opens a scene, removed when the drill ends. Starts nothing but its mail service. */
export async function openScene(drill: DrillRun, options: SceneOptions = {}): Promise<Scene> {
  const place = options.place ?? (await newPlace(drill))
  const mailbox = await openMailbox()
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

async function newPlace(drill: DrillRun): Promise<Place> {
  return drill.engine === 'sqlite' ? sqlitePlace() : postgresqlPlace((await drill.postgresql()).url)
}
