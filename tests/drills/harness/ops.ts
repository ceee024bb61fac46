import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

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

/** Runs a command and kills it after a time, if it is not done by then. */
export async function killedOps(
  dist: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>>,
  afterMs: number,
): Promise<void> {
  const child = spawn(process.execPath, [join(dist, 'server/cli.js'), ...parameters], {
    cwd: join(dist, '..'),
    env: { PATH: process.env.PATH, ...settings },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await Promise.race([ended, delay(afterMs)])
  child.kill('SIGKILL')
  await ended
}
