import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const healthLimitMs = 250
/** After this the server counts as hanging. */
const hangMs = 10_000
const everyMs = 25
/** The thread may have ended. */
const replyMs = 2_000

/** Instants are milliseconds since 1970. */
export type LateResponse = {
  readonly startedAt: number
  readonly endedAt: number
  readonly wallMs: number
  /** It leaves out the processor time of other programs. */
  readonly ownMs: number
}

export type HealthSamples = { readonly wall: readonly number[]; readonly own: readonly number[] }

type Message =
  | ({ kind: 'late' } & LateResponse)
  | { kind: 'hang'; startedAt: number }
  | ({ kind: 'samples' } & HealthSamples)

export type HealthWatch = {
  /** Returns those since the last call. */
  drainLate(): LateResponse[]
  /** The start of a request of /healthz that takes too long. */
  hangingSince(): number | undefined
  stop(): Promise<HealthSamples>
}

export function watchHealth(port: number, pid: number): HealthWatch {
  const file = fileURLToPath(new URL('health-probe.mjs', import.meta.url))
  const worker = new Worker(file, { workerData: { port, pid, everyMs, limitMs: healthLimitMs, hangMs } })
  let late: LateResponse[] = []
  let hanging: number | undefined
  let resolveSamples: (samples: HealthSamples) => void = () => undefined
  worker.on('message', (message: Message) => {
    if (message.kind === 'late') late.push(message)
    else if (message.kind === 'hang') hanging = message.startedAt
    else resolveSamples(message)
    if (message.kind === 'late') hanging = undefined
  })
  return {
    drainLate() {
      const drained = late
      late = []
      return drained
    },
    hangingSince: () => hanging,
    async stop() {
      const received = new Promise<HealthSamples>((resolve) => {
        resolveSamples = resolve
        worker.postMessage('samples')
      })
      const nothing = wait(replyMs, { wall: [], own: [] }, { ref: false })
      const samples = await Promise.race([received, nothing])
      await worker.terminate()
      return samples
    },
  }
}
