import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { type DrillRun, type EngineName, Skipped } from './drill.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function git(...parameters: readonly string[]): string {
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}

export type EarlierBuild = {
  /** The abbreviated commit. */
  readonly commit: string
  /** The folder of the build, like `dist`. */
  readonly dist: string
  /** Whether the newest migration drops what this build reads. */
  readonly isContracted: boolean
}

/**
 * Builds the commit before an engine's newest migration. This takes minutes. The build is removed with the drill.
 *
 * @throws {Skipped} without the repository's history
 */
export function buildBeforeNewestMigration(drill: DrillRun, engine: EngineName): EarlierBuild {
  const commit = commitBeforeNewestMigration(engine)
  const { path: folder, remove } = temporaryFolder('earlier-build')
  drill.defer(remove)
  const archive = spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  const lockOf = (path: string) => readFileSync(join(path, 'package-lock.json'), 'utf8')
  // The build wants its packages below its own folder.
  if (lockOf(folder) === lockOf(root))
    cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  else execFileSync('npm', ['ci', '--prefer-offline', '--no-audit'], { cwd: folder, stdio: 'pipe' })
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'pipe' })
  return { commit, dist: join(folder, 'dist'), isContracted: newestMigration(engine).includes('-- Contracts:') }
}

function newestMigration(engine: EngineName): string {
  const folder = join(root, 'prisma/migrations', engine)
  const [newest = ''] = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .toSorted()
    .reverse()
  return readFileSync(join(folder, newest, 'migration.sql'), 'utf8')
}

function commitBeforeNewestMigration(engine: EngineName): string {
  if (!existsSync(join(root, '.git'))) throw new Skipped('The history of the repository is missing.')
  const migrations = `prisma/migrations/${engine}`
  const added = git('log', '-1', '--format=%h', '--diff-filter=A', '--', `${migrations}/*/migration.sql`)
  if (added === '') throw new Skipped('The history of the repository is missing.')
  return git('rev-parse', '--short', `${added}^`)
}
