// Backs up a SQLite database, or verifies a copy of one, in a thread of its own: both block the thread for up to seconds.
import { rmSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import BetterSqlite3 from 'better-sqlite3'

/** Never garbage collected, which could end the process; see server/database/sqlite/connection.ts. */
const objects = []

/** All pages in one step: SQLite starts over whenever something is written between two steps. */
const allPages = 2 ** 31 - 1

/**
 * @param {string} path
 * @param {BetterSqlite3.Options} [options]
 */
function open(path, options) {
  const connection = new BetterSqlite3(path, { timeout: 10_000, ...options })
  objects.push(connection)
  return connection
}

/**
 * @param {BetterSqlite3.Database} connection
 * @param {string} sql
 */
function column(connection, sql) {
  const statement = connection.prepare(sql)
  objects.push(statement)
  return statement.pluck().all()
}

const tasks = {
  /** @param {{ source: string, copy: string }} paths */
  async backUp({ source, copy }) {
    rmSync(copy, { force: true })
    const connection = open(source)
    try {
      const begun = performance.now()
      await connection.backup(copy, { progress: () => allPages })
      return performance.now() - begun
    } finally {
      connection.close()
    }
  },
  /** @param {{ path: string, keys: readonly string[] }} expected */
  async verify({ path, keys }) {
    const connection = open(path)
    try {
      const stored = new Set(column(connection, 'SELECT request_key FROM project_estimates'))
      const problems = [
        ...column(connection, 'PRAGMA integrity_check').filter((each) => each !== 'ok'),
        ...column(connection, 'PRAGMA foreign_key_check'),
      ]
      return { missing: keys.filter((key) => !stored.has(key)).length, problem: problems[0] }
    } finally {
      connection.close()
    }
  },
}

parentPort?.on('message', async ({ task, input }) => {
  try {
    parentPort?.postMessage({ result: await tasks[/** @type {keyof typeof tasks} */ (task)](input) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
