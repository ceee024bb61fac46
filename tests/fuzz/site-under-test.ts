import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { trustLoopback } from '#tests/support/sender-ip.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server-process.ts'
import { type DatabaseAccess, type Engine, newDatabaseUrl, openAccess } from './database-access.ts'
import { type Guards, procedures, type TrafficSource } from './procedure-traffic.ts'
import { type Caller, callers, passwordCost, type SeededRows, seedRows } from './seeded-rows.ts'

export type SiteOptions = {
  readonly seed: number
  readonly engine: Engine
  /** Where there is a PostgreSQL server; needed for that engine alone. */
  readonly postgresqlUrl: string | undefined
  /** The build, as `npm run build` leaves it. */
  readonly dist: string
}

/** The server that is attacked: a process of its own on a database of its own, with rows made from the seed. */
export type SiteUnderTest = {
  readonly server: ServerProcess
  readonly port: number
  readonly pid: number
  readonly access: DatabaseAccess
  readonly rows: SeededRows
  readonly source: TrafficSource
  /** What never stands in an answer, beside what the rows name: the server's key, and its folders. */
  readonly secrets: readonly string[]
  /** Starts the server anew, on the same database. */
  restart(): Promise<void>
  /** Puts back what calls have used up: sessions, links, passwords, and what limits have counted. */
  renew(): Promise<void>
  close(): Promise<void>
}

export async function openSite({ seed, engine, postgresqlUrl, dist }: SiteOptions): Promise<SiteUnderTest> {
  const folder = temporaryFolder('fuzz')
  const url = await newDatabaseUrl(folder.path, engine === 'postgresql' ? postgresqlUrl : undefined)
  const settings = {
    ...trustLoopback,
    DATABASE_URL: url,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'warn',
    UV_THREADPOOL_SIZE: '4',
  }
  const start = () => startServer(settings, [resolve(dist, 'server/main.js')])

  // The first start makes the tables and the installation's own settings.
  let server = await start()
  await server.end('SIGTERM')
  const access = await openAccess(url)
  const rows = seedRows(seed, new Date())
  await storeRows(access, rows)
  const [key] = await access.query<{ value: string }>("SELECT value FROM settings WHERE name = 'server-key'")
  server = await start()

  const renew = async () => {
    await access.query('DELETE FROM attempts')
    await access.put('users', rows.renewed.users)
    await access.put('sessions', rows.renewed.sessions)
    await access.put('email_tokens', rows.renewed.links)
  }
  const source = { ...rows, guards: await guardsOf(server.origin, rows), files: builtFiles(dist) }
  return {
    get server() {
      return server
    },
    get port() {
      return Number(new URL(server.origin).port)
    },
    get pid() {
      return server.process.pid ?? 0
    },
    access,
    rows,
    source,
    secrets: [key?.value ?? folder.path, folder.path, resolve(dist, 'server')],
    async restart() {
      await server.end('SIGKILL')
      server = await start()
    },
    renew,
    async close() {
      await server.end('SIGKILL')
      await access.close()
      folder.remove()
    },
  }
}

async function storeRows(access: DatabaseAccess, rows: SeededRows): Promise<void> {
  await access.query(`UPDATE settings SET value = '${passwordCost}' WHERE name = 'password-cost'`)
  await access.put('users', [...rows.users])
  await access.put('users', rows.renewed.users)
  await access.put('sessions', [...rows.sessions, ...rows.renewed.sessions])
  await access.put('email_tokens', rows.renewed.links)
  await access.put('project_estimates', rows.estimates)
  await access.put('estimate_events', rows.events)
}

/**
 * Asks which callers each procedure turns away. The tests of the roles hold who these ought to be; here, it has to stay
 * so whatever else is sent.
 */
async function guardsOf(origin: string, { cookies }: SeededRows): Promise<Guards> {
  const guards = new Map<string, Set<Caller>>(procedures.map(({ path }) => [path, new Set()]))
  for (const { path, type } of procedures)
    for (const caller of callers) {
      const headers = { cookie: cookies[caller][0] ?? '', 'sec-fetch-site': 'same-origin' }
      // Signing out is for everybody, and would end what the others need.
      if (path.startsWith('auth.') && caller !== 'anonymous') continue
      const address = `${origin}/api/trpc/${path}`
      const answer =
        type === 'mutation'
          ? await fetch(address, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: '{"none":1}',
            })
          : await fetch(`${address}?input=${encodeURIComponent('{"none":1}')}`, { headers })
      if (isTurnedAway(path, await answer.text())) guards.get(path)?.add(caller)
    }
  return guards
}

/** By the guards' own reasons; the refresh of a session answers with one of them itself. */
function isTurnedAway(path: string, answer: string): boolean {
  return path !== 'auth.refresh' && /"reason":"(?:session_not_found|insufficient_role)"/.test(answer)
}

function builtFiles(dist: string): string[] {
  const folder = join(dist, 'client/assets')
  const assets = existsSync(folder) ? readdirSync(folder).sort().slice(0, 12) : []
  return ['/favicon.svg', '/404.html', '/index.html', ...assets.map((name) => `/assets/${encodeURIComponent(name)}`)]
}
