import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import type { DrillRun } from './drill.ts'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const texts = ['.css', '.html', '.js']

/**
 * Copies the build under new names for all assets, as if each had changed. The copy is removed with the drill.
 *
 * @returns the path of its `dist`
 */
export function makeNextBuild(drill: DrillRun): string {
  const folder = temporaryFolder('next-build')
  drill.defer(() => folder.remove())
  const next = join(folder.path, 'dist')
  cpSync(drill.dist, next, { recursive: true })
  symlinkSync(packages, join(folder.path, 'node_modules'))

  const client = join(next, 'client')
  const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const isCopy = (name: string) => /\.(?:br|gz)$/.test(name)
  const renamed = new Map(
    files
      .filter(({ parentPath, name }) => parentPath === join(client, 'assets') && !isCopy(name))
      .map(({ name }) => [name, name.replace(/(\.\w+)$/, 'n$1')]),
  )
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name)
    if (isCopy(name)) rmSync(file)
    else if (texts.includes(extname(name))) {
      // Keeps every byte, whatever the encoding.
      const text = readFileSync(file, 'latin1')
      writeFileSync(
        file,
        text.replace(/[\w.-]+\.\w+/g, (word) => renamed.get(word) ?? word),
        'latin1',
      )
    }
  }
  for (const [from, to] of renamed) renameSync(join(client, 'assets', from), join(client, 'assets', to))
  return next
}
