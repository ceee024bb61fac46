import pg from 'pg'
import { broken, type Finding, migrationFinding, ok } from '#server/database/finding.ts'
import { commandName, connectionTo, type DatabaseState, databaseState, endConnection, stateProblem } from './connection.ts'
import { pendingIn } from './migrate.ts'

const connectTimeoutMs = 5_000
const minVersion = 14
/** Deadlines and links would be wrong by as much. */
const maxClockOffsetMs = 30_000

type State = DatabaseState & { readonly version: number; readonly now: Date }

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** @param setting has the URL, and is named in what to do */
export async function diagnosePostgresql(url: string, setting: Setting): Promise<Finding[]> {
  const connection = new pg.Client({ ...connectionTo(url, commandName), connectionTimeoutMillis: connectTimeoutMs })
  // An error without a listener would end the process; the query fails, too.
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    const askedAt = Date.now()
    const { rows } = await connection.query<State>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
         clock_timestamp() AS now, ${databaseState}`,
    )
    const [state] = rows
    if (!state) throw new Error('PostgreSQL returned no row')
    const offsetMs = state.now.getTime() - (askedAt + Date.now()) / 2
    return [stateFinding(state, setting), await migrationFinding(() => pendingIn(connection)), clockFinding(offsetMs)]
  } catch (error) {
    return [connectionFinding(url, setting, error)]
  } finally {
    await endConnection(connection)
  }
}

function aboutConnection(setting: Setting): string {
  return setting === 'DATABASE_URL' ? 'database' : 'database, by DATABASE_DIRECT_URL'
}

function stateFinding(state: State, setting: Setting): Finding {
  const about = aboutConnection(setting)
  if (state.version < minVersion)
    return broken(about, `PostgreSQL ${state.version} is too old.`, `Use PostgreSQL ${minVersion} or newer.`)
  const problem = stateProblem(state, setting)
  if (problem) return broken(about, problem.text, problem.cure)
  return ok(about, `PostgreSQL ${state.version} can be reached and written.`)
}

function clockFinding(offsetMs: number): Finding {
  const seconds = Math.abs(Math.round(offsetMs / 1_000))
  if (Math.abs(offsetMs) <= maxClockOffsetMs) return ok('clock of the database', 'It agrees with this machine.')
  return broken(
    'clock of the database',
    `It is ${seconds} seconds ${offsetMs > 0 ? 'ahead of' : 'behind'} this machine.`,
    'Switch on time synchronization on both machines: timedatectl set-ntp true',
  )
}

/** Certificates that Node does not accept. */
const certificateCodes = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT|CERT_)/

/** The finding contains no password. */
function connectionFinding(url: string, setting: Setting, error: unknown): Finding {
  const { hostname, port, username, pathname } = new URL(url)
  const place = `${hostname}:${port || 5432}`
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const failed = (text: string, cure: string) => broken(aboutConnection(setting), text, cure)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failed(`The name ${hostname} is unknown.`, `Correct the host in ${setting}, or the DNS.`)
  if (/^28/.test(code))
    return failed(
      `PostgreSQL refuses the account "${decodeURIComponent(username)}".`,
      `Correct user and password in ${setting} (special characters percent-encoded), or allow the account in pg_hba.conf.`,
    )
  if (code === '3D000')
    return failed(
      `PostgreSQL has no database "${decodeURIComponent(pathname.slice(1))}".`,
      `Create it: CREATE DATABASE ${decodeURIComponent(pathname.slice(1))} OWNER ${decodeURIComponent(username)};`,
    )
  if (certificateCodes.test(code))
    return failed(
      `The certificate of ${place} is not trusted (${message}).`,
      `Add &sslrootcert=/path/ca.pem to ${setting}, and use the host name that the certificate has.`,
    )
  if (/does not support SSL/.test(message))
    return failed(
      `PostgreSQL at ${place} has no TLS.`,
      `Switch it on there (ssl = on), or remove sslmode from ${setting}.`,
    )
  if (/^E[A-Z]+$/.test(code) || /timeout|terminated/.test(message))
    return failed(
      `Nothing answers at ${place} (${code || message}).`,
      `Start PostgreSQL there, let it listen to this machine, or correct ${setting}.`,
    )
  return failed(`PostgreSQL at ${place} failed: ${message}.`, "Look into PostgreSQL's log.")
}
