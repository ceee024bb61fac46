// Copies the SQLite database of a running server to DATA_DIR/backup.db, and checks the copy. Run it in the folder that has dist/:
//   docker exec -i estimates node - < backup.cjs
//   node backup.cjs
const { renameSync, rmSync } = require('node:fs')
const { join, resolve } = require('node:path')
const openDatabase = require(require.resolve('better-sqlite3', { paths: [resolve('dist')] }))

// biome-ignore lint/style/noProcessEnv: a script outside of the program
const folder = process.env.DATA_DIR || 'data'
const unchecked = join(folder, 'backup.unchecked')
/** One step copies the whole database as it was at one moment. With more steps, each write in between starts it over. */
const allPages = 2 ** 31 - 1

async function backUp() {
  process.umask(0o077)
  rmSync(unchecked, { force: true })
  const database = openDatabase(join(folder, 'app.db'), { fileMustExist: true })
  await database.backup(unchecked, { progress: () => allPages })
  database.close()

  const copy = openDatabase(unchecked)
  const result = copy.pragma('integrity_check', { simple: true })
  copy.close()
  if (result !== 'ok') throw new Error(`The copy is damaged: ${result}`)
  renameSync(unchecked, join(folder, 'backup.db'))
}

backUp().catch((error) => {
  process.stderr.write(`${error}\n`)
  process.exitCode = 1
})
