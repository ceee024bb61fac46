import { join, relative } from 'node:path'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { options } from './options.ts'

export type Build = {
  readonly name: string
  /** @param nodeOptions for Node, such as `--import` */
  start(settings: Record<string, string>, nodeOptions?: readonly string[]): Promise<ServerProcess>
}

function build(name: string, checkout: string): Build {
  return {
    name,
    start: (settings, nodeOptions = []) =>
      startServer(settings, [...nodeOptions, join(checkout, 'dist/server/main.js')]),
  }
}

const product = build('the product', process.cwd())

/** The checkout of `--against` comes first, as the state before a change. */
export const builds: readonly Build[] =
  options.against === undefined ? [product] : [build(relative('', options.against), options.against), product]
