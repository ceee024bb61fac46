// Runs as a process of its own, so it is JavaScript with its own entry in vite.config.ts.
import BetterSqlite3 from 'better-sqlite3'

/** In ms. Readers wait only while the write-ahead log is recovered. */
const busyTimeoutMs = 1_000

// Ctrl+C and service managers signal the whole group, but the server finishes requests first, and then ends its readers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
// The server was killed. A regular exit could abort on Node 24 (docs/decisions/009).
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const [path] = process.argv.slice(2)
/** @type {BetterSqlite3.Database | undefined} */
let connection
/**
 * Never garbage collected.
 *
 * @type {Map<string, BetterSqlite3.Statement<unknown[]>>}
 */
const statements = new Map()

/** @param {string} sql */
function prepared(sql) {
  connection ??= new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
  const statement = statements.get(sql) ?? connection.prepare(sql)
  statements.set(sql, statement)
  return statement
}

/** @param {{ sql: string, values: unknown[] }} query */
function responseTo({ sql, values }) {
  try {
    return { rows: prepared(sql).all(...values) }
  } catch (error) {
    const { message, code } = /** @type {Error & { code?: string }} */ (error)
    return { error: { message, code } }
  }
}

process.on('message', (query) => {
  process.send?.(responseTo(/** @type {{ sql: string, values: unknown[] }} */ (query)))
})
process.send?.('ready')
