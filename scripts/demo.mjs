// npm run demo: the site with made-up requests in a data folder of its own, which goes when it ends.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) {
  console.log('Building the site and the server; this takes some seconds ...')
  build('pipe')
}
const server = '../dist/server/demo.js'
await import(server)
