// node scripts/run-ts.mjs FILE [ARGUMENTS]: runs a TypeScript module of this repository, which Node 20 cannot by itself.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [file = ''] = process.argv.splice(2, 1)
await runnerImport(resolve(file), {
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
})
