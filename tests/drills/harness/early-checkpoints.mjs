import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Loaded by a drilled server before its program: SQLite then writes its log into the database after every few pages. */
const pages = 8

if (isMainThread && process.argv[1]) {
  const { prototype } = createRequire(process.argv[1])('better-sqlite3')
  const { prepare } = prototype
  const changed = new WeakSet()
  /** @param {string} sql */
  prototype.prepare = function (sql) {
    if (!changed.has(this)) this.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
    changed.add(this)
    return prepare.call(this, sql)
  }
}
