import { join, relative } from 'node:path'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { options } from './options.ts'

export type Build = {
  readonly name: string
  start(settings: Record<string, string>): Promise<ServerProcess>
}

function build(name: string, checkout: string): Build {
  return {
    name,
    start: (settings) => startServer(settings, [join(checkout, 'dist/server/main.js')]),
  }
}

const others = options.against.map((checkout) => build(relative('', checkout), checkout))

/** Starts a build on a database, with a data folder that goes with the process. */
export async function startOn(
  build: Build,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const data = temporaryFolder('bench-data')
  const server = await build.start({ ...trustLoopback, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: data.path })
  server.process.once('exit', data.remove)
  return server
}

export const product = build('the product', process.cwd())

/** The checkouts of `--against` come first, as the states before a change. */
export const builds: readonly Build[] = [...others, product]
