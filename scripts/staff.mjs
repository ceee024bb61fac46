// npm run staff: manages roles from the shell.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) {
  console.error('Building the site and the server; this takes some seconds ...')
  build('pipe')
}
const command = '../dist/server/staff.js'
await import(command)
