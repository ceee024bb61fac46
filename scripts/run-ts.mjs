// node scripts/run-ts.mjs FILE [ARGUMENTS]: runs a TypeScript module, which Node 20 cannot.
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

// Without a handler, `exit` listeners would not run, and servers and databases would stay.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => process.exit(128 + constants.signals[signal]))

const [file = ''] = process.argv.splice(2, 1)
await runnerImport(resolve(file), {
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
})
