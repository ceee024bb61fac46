// Preloaded into a server: prints at each SIGUSR2 how many statements SQLite has run, in all threads. Those that begin and
// end transactions are not counted.
import { createRequire } from 'node:module'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

// Threads share environment data.
if (isMainThread) {
  setEnvironmentData('bench-program', process.argv[1])
  setEnvironmentData('bench-statements', new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT))
}
const program = String(getEnvironmentData('bench-program'))
const count = new BigInt64Array(/** @type {SharedArrayBuffer} */ (getEnvironmentData('bench-statements')))

// The program's own copy, which may be another checkout's.
const BetterSqlite3 = createRequire(program)('better-sqlite3')
// Referenced for good, see server/database/sqlite/connection.ts.
const connection = new BetterSqlite3(':memory:')
const example = connection.prepare('SELECT 1')

const isControl = (/** @type {string} */ sql) => /^(BEGIN|COMMIT|ROLLBACK)/.test(sql)

/**
 * @param {Record<string, (...values: unknown[]) => unknown>} prototype
 * @param {string} method
 * @param {(self: { source: string }, values: unknown[]) => unknown} sqlOf
 */
function countCalls(prototype, method, sqlOf) {
  const call = prototype[method]
  if (!call) throw new Error(`better-sqlite3 has no ${method}`)
  /** @this {{ source: string }} */
  prototype[method] = function (...values) {
    if (!isControl(String(sqlOf(this, values)))) Atomics.add(count, 0, 1n)
    return call.apply(this, values)
  }
}
for (const method of ['run', 'get', 'all', 'iterate'])
  countCalls(Object.getPrototypeOf(example), method, ({ source }) => source)
countCalls(BetterSqlite3.prototype, 'exec', (_self, [sql]) => sql)

if (isMainThread) process.on('SIGUSR2', () => process.stdout.write(`statements ${Atomics.load(count, 0)}\n`))
