import { execFile } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs a command of the built command line.
 *
 * @param settings `PATH` may name the folder of PostgreSQL's programs
 * @returns the milliseconds that it took
 * @throws {Error} with what it printed, when it fails
 */
export function runOps(
  dist: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(dist, 'server/cli.js'), ...parameters],
      { cwd: join(dist, '..'), env: { PATH: process.env.PATH, ...settings } },
      (error, _stdout, stderr) => {
        if (error) reject(new Error(`ops ${parameters.join(' ')} failed: ${stderr}`, { cause: error }))
        else resolve(performance.now() - startedAt)
      },
    )
  })
}
