import { Worker } from 'node:worker_threads'

/** Measures how much slower the machine is than at its best, since other programs use it, too. */
export type Pace = {
  /** @returns 1 on an idle machine, at most 4 */
  slownessSince(startedAt: number): number
  stop(): Promise<unknown>
}

const maxSlowness = 4

/** Uses a fiftieth of a processor, in its own thread. */
export function watchPace(): Pace {
  const worker = new Worker(new URL('./pace-worker.mjs', import.meta.url))
  worker.unref()
  const samples: { readonly at: number; readonly ms: number }[] = []
  worker.on('message', (ms: number) => samples.push({ at: performance.now(), ms }))
  return {
    slownessSince(startedAt) {
      const best = samples.reduce((min, { ms }) => Math.min(min, ms), Number.POSITIVE_INFINITY)
      const since = samples.filter(({ at }) => at >= startedAt)
      if (since.length === 0) return 1
      const mean = since.reduce((sum, { ms }) => sum + ms, 0) / since.length
      return Math.min(maxSlowness, Math.max(1, mean / best))
    },
    stop: () => worker.terminate(),
  }
}
