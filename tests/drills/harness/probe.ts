import { Worker } from 'node:worker_threads'
import { percentile } from '#tests/support/percentile.ts'

/** Response times of one URL in ms. */
export type Probed = { readonly durations: readonly number[]; readonly failed: number }

export type Target = {
  readonly url: string
  readonly intervalMs: number
  /** Whether each request has a connection of its own, and is sent however many wait. */
  readonly isNewVisitor?: boolean
}

export type Probe = {
  /** `control` is a server that does nothing. */
  stop(): Promise<{ readonly targets: readonly Probed[]; readonly control: Probed }>
}

/** Requests URLs from its own thread, and a server that does nothing, which shows the machine's own delay. */
export async function startProbe(targets: readonly Target[]): Promise<Probe> {
  const worker = new Worker(new URL('./probe-worker.mjs', import.meta.url), {
    workerData: { targets: [...targets, { url: null, intervalMs: targets[0]?.intervalMs ?? 20 }] },
  })
  await new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return {
    async stop() {
      const results = new Promise<Probed[]>((resolve) => worker.once('message', resolve))
      worker.postMessage('stop')
      const all = await results
      await worker.terminate()
      const control = all.at(-1)
      if (!control) throw new Error('the probe saw nothing')
      return { targets: all.slice(0, -1), control }
    },
  }
}

/** A limit in ms, plus the machine's own delay. */
export function barWith(barMs: number, control: Probed, share: number): number {
  return barMs + percentile(control.durations, share)
}

export const maxOf = ({ durations }: Probed) => durations.reduce((max, ms) => Math.max(max, ms), 0)
