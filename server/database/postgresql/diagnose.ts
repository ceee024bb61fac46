import pg from 'pg'
import { broken, type Finding, migrationFinding, ok } from '#server/database/finding.ts'
import {
  commandName,
  connectionTo,
  type DatabaseState,
  databaseState,
  endConnection,
  stateProblem,
} from './connection.ts'
import { connectionProblem } from './connection-problem.ts'
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
    const { text, cure } = connectionProblem(url, error, setting)
    return [broken(aboutConnection(setting), text, cure)]
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
