// npm start: serves the production build.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) {
  console.log('Building the site and the server; this takes some seconds ...')
  try {
    build('pipe')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
const server = '../dist/server/main.js'
await import(server)
