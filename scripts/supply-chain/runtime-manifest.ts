import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLock } from './packages.ts'

/**
 * npm removes unneeded packages from a copy of the lock file, so all digests stay and no network is needed.
 *
 * @throws {Error} when a package is missing from the project's lock file
 */
export function writeRuntimeManifest(root: string, imports: readonly string[]): void {
  const dist = join(root, 'dist')
  const lock = readLock(root)
  const { name, version, license, engines, allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const dependencies = Object.fromEntries(
    imports.toSorted().map((dependency) => {
      const locked = lock[`node_modules/${dependency}`]
      if (!locked) throw new Error(`The built server imports ${dependency}, which package-lock.json does not have.`)
      return [dependency, locked.version]
    }),
  )
  const manifest = {
    name,
    version,
    private: true,
    license,
    type: 'module',
    engines,
    allowScripts: Object.fromEntries(
      Object.entries(allowScripts).filter(([dependency]) => Object.hasOwn(dependencies, dependency)),
    ),
    scripts: { start: 'node server/main.js' },
    dependencies,
  }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(root, 'package-lock.json'), join(dist, 'package-lock.json'))
  const options = [
    '--package-lock-only',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  execFileSync('npm', ['install', ...options], { cwd: dist, stdio: 'pipe' })
}
