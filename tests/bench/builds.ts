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

const others = options.against.map((checkout) => build(relative('', checkout), checkout))

/** The checkouts of `--against` come first, as the states before a change. */
export const builds: readonly Build[] = [...others, build('the product', process.cwd())]
