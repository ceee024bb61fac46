// npm run ops: backs up, restores and checks; see docs/operations.md.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) {
  console.error('Building the site and the server; this takes some seconds ...')
  build('pipe')
}
const command = '../dist/server/cli.js'
await import(command)
