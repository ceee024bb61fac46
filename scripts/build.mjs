// Builds dist/, and stores a digest of its sources.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whileLocked } from './build-lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'dist/built-from')
const folders = ['client', 'photos', 'prisma/generated', 'prisma/migrations', 'scripts', 'server', 'shared']
const files = ['package-lock.json', 'package.json', 'tsconfig.json', 'vite.config.ts']

const byName = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : 1)

function digestOfSources() {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const digest = createHash('sha256')
  for (const path of [...inFolders, ...files.map((file) => join(root, file))].sort(byName)) {
    if (existsSync(path)) digest.update(path.slice(root.length)).update('\0').update(readFileSync(path))
  }
  return digest.digest('hex')
}

export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digestOfSources()
}

function viteFolder() {
  try {
    return dirname(createRequire(import.meta.url).resolve('vite/package.json'))
  } catch {
    throw new Error('The packages for the build are missing. Run: npm ci --include=dev')
  }
}

/**
 * Two builds at once would delete each other's files.
 *
 * @param {'inherit' | 'pipe'} output with `pipe`, only a failing step shows it
 */
export function build(output) {
  const vite = join(viteFolder(), 'bin/vite.js')
  whileLocked(join(root, 'node_modules/.building'), (hasWaited) => {
    // Another process may have built the same meanwhile.
    if (!hasWaited || !isBuilt()) runVite(vite, output)
  })
}

/**
 * @param {string} vite
 * @param {'inherit' | 'pipe'} output
 */
function runVite(vite, output) {
  try {
    execFileSync(process.execPath, [vite, 'build', '--app'], { cwd: root, stdio: ['ignore', output, 'inherit'] })
  } catch (error) {
    const { signal } = /** @type {{ signal?: string }} */ (error)
    if (signal === 'SIGKILL') throw new Error('The system ended the build, probably for lack of memory. It needs 1 GB.')
    throw error
  }
  // The build writes the router's generated file.
  writeFileSync(stampFile, digestOfSources())
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) build('inherit')
