// npm start: serves the production build.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) {
  console.log('Building the site and the server; this takes some seconds ...')
  build('pipe')
}
const server = '../dist/server/main.js'
await import(server)
