// npm run demo: the site with sample data in a temporary data folder.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) {
  console.log('Building the site and the server; this takes some seconds ...')
  build('pipe')
}
const server = '../dist/server/demo.js'
await import(server)
