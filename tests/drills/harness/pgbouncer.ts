import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { unprivilegedAccount } from '#tests/support/database/postgresql-server.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { onExit } from '#tests/support/server/exit-cleanup.ts'
import { freePort, temporaryFolder } from '#tests/support/server/server-process.ts'
import { type DrillRun, Skipped } from './drill.ts'

/** pgbouncer in transaction mode. */
export type Pgbouncer = {
  /** Such as `1.18.0`. */
  readonly version: string
  /** The URL of the same database through pgbouncer. */
  through(databaseUrl: string): string
  /** Replaces all connections to the server, as a tool does after a fail-over. */
  reconnect(): Promise<void>
}

// Debian's folder for daemons is not in everyone's PATH.
const env = { PATH: [process.env.PATH, '/usr/sbin'].join(delimiter) }

/**
 * Ends with the drill.
 *
 * @param serverUrl of PostgreSQL; its user is the only one
 * @throws {Skipped} where pgbouncer is not installed
 */
export async function startPgbouncer(drill: DrillRun, serverUrl: string): Promise<Pgbouncer> {
  const version = installedVersion()
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const port = await freePort()
  const { path: folder, remove } = temporaryFolder('pgbouncer')
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = ${username}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 30
server_login_retry = 1
query_wait_timeout = 5
`,
  )
  const account = unprivilegedAccount()
  if (account) for (const path of [folder, users, settings]) chownSync(path, account.uid, account.gid)
  chmodSync(folder, 0o700)

  const child = spawn('pgbouncer', ['--quiet', settings], { ...account, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(-2_000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const unregister = onExit(() => child.kill('SIGKILL'))
  drill.defer(async () => {
    child.kill('SIGKILL')
    await ended
    unregister()
    remove()
  })

  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${port}`
    return url.href
  }
  await untilReady(
    through(serverUrl),
    () => child.exitCode === null,
    () => output,
  )
  return {
    version,
    through,
    async reconnect() {
      const console = new URL(through(serverUrl))
      console.pathname = '/pgbouncer'
      await changeDatabase(console.href, 'RECONNECT')
    },
  }
}

function installedVersion(): string {
  try {
    const [, version = ''] = /PgBouncer (\S+)/.exec(execFileSync('pgbouncer', ['--version'], { env }).toString()) ?? []
    return version
  } catch {
    throw new Skipped('pgbouncer is missing.')
  }
}

async function untilReady(url: string, isRunning: () => boolean, output: () => string): Promise<void> {
  for (;;) {
    const connection = new pg.Client({ connectionString: url })
    try {
      await connection.connect()
      return
    } catch (error) {
      if (!isRunning()) throw new Error(`pgbouncer ended:\n${output()}`, { cause: error })
      await delay(50)
    } finally {
      await connection.end().catch(() => undefined)
    }
  }
}
