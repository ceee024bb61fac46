import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Makes and verifies copies of a SQLite database while the drill's writers go on. */
export type Backups = {
  /** Copies a database that may be in use. Returns the milliseconds that it took. */
  backUp(source: string, copy: string): Promise<number>
  /** Counts the keys of estimates that a copy lacks, and names what SQLite finds wrong with it. */
  verify(path: string, keys: readonly string[]): Promise<{ readonly missing: number; readonly problem?: string }>
  stop(): Promise<unknown>
}

export function startBackups(): Backups {
  const worker = new Worker(new URL('./verify-worker.mjs', import.meta.url))
  async function run<Result>(task: string, input: object): Promise<Result> {
    worker.postMessage({ task, input })
    const [{ result, error }] = await once(worker, 'message')
    if (error) throw error
    return result
  }
  return {
    backUp: (source, copy) => run('backUp', { source, copy }),
    verify: (path, keys) => run('verify', { path, keys }),
    stop: () => worker.terminate(),
  }
}
