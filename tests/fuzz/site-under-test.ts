import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import type { StartedDatabases } from '#tests/support/server/started-databases.ts'
import { type DatabaseAccess, type Engine, newDatabaseUrl, openAccess } from './database-access.ts'
import { type Guards, mayEndSessions, procedures, type TrafficSource } from './procedure-traffic.ts'
import { type Caller, callers, passwordCost, type SeededRows, seedRows } from './seeded-rows.ts'

export type SiteOptions = {
  readonly seed: number
  readonly engine: Engine
  /** Only PostgreSQL needs it. */
  readonly postgresqlUrl: string | undefined
  /** The folder of a build. */
  readonly dist: string
  /** Databases that this build has opened before, to save a start. */
  readonly started?: StartedDatabases
}

export type SiteUnderTest = {
  readonly server: ServerProcess
  readonly port: number
  readonly pid: number
  readonly access: DatabaseAccess
  readonly rows: SeededRows
  readonly source: TrafficSource
  /** No response may contain these. */
  readonly secrets: readonly string[]
  restart(): Promise<void>
  /** Restores sessions, links and passwords, and resets rate limits. */
  renew(): Promise<void>
  close(): Promise<void>
}

export async function openSite({ seed, engine, postgresqlUrl, dist, started }: SiteOptions): Promise<SiteUnderTest> {
  const folder = temporaryFolder('fuzz')
  const url = await newDatabaseUrl(folder.path, engine === 'postgresql' ? postgresqlUrl : undefined, started)
  const settings = {
    ...trustLoopback,
    DATABASE_URL: url,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'warn',
    UV_THREADPOOL_SIZE: '4',
  }
  const start = () => startServer(settings, [resolve(dist, 'server/main.js')])

  // The first start migrates and creates the settings.
  if (!started) await (await start()).end('SIGTERM')
  const access = await openAccess(url)
  const rows = seedRows(seed, new Date())
  await storeRows(access, rows)
  const [key] = await access.query<{ value: string }>("SELECT value FROM settings WHERE name = 'server-key'")
  let server = await start()

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
  await access.put('proposals', rows.proposals)
}

/** Finds which callers each procedure refuses; that must hold for all later inputs. */
async function guardsOf(origin: string, { cookies }: SeededRows): Promise<Guards> {
  const guards = new Map<string, Set<Caller>>(procedures.map(({ path }) => [path, new Set()]))
  for (const { path, type } of procedures)
    for (const caller of callers) {
      const headers = { cookie: cookies[caller][0] ?? '', 'sec-fetch-site': 'same-origin' }
      // Signing out would end the callers' sessions.
      if (mayEndSessions(path) && caller !== 'anonymous') continue
      const address = `${origin}/api/trpc/${path}`
      const response =
        type === 'mutation'
          ? await fetch(address, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: '{"none":1}',
            })
          : await fetch(`${address}?input=${encodeURIComponent('{"none":1}')}`, { headers })
      if (isTurnedAway(path, await response.text())) guards.get(path)?.add(caller)
    }
  return guards
}

/** Refreshing may return a guard's reason itself. */
function isTurnedAway(path: string, response: string): boolean {
  return path !== 'auth.refresh' && /"reason":"(?:session_not_found|insufficient_role)"/.test(response)
}

function builtFiles(dist: string): string[] {
  const folder = join(dist, 'client/assets')
  const assets = existsSync(folder) ? readdirSync(folder).sort().slice(0, 12) : []
  return ['/favicon.svg', '/404.html', '/index.html', ...assets.map((name) => `/assets/${encodeURIComponent(name)}`)]
}
