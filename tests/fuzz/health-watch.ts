import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** How late the answer of /healthz may come at most, whatever else the server is asked. */
const healthLimitMs = 250
/** From when on the server counts as hanging, and is ended. */
const hangMs = 10_000
const everyMs = 25
/** A thread that has ended tells nothing any more. */
const tellMs = 2_000

/** An answer that came too late. Instants are milliseconds since 1970. */
export type LateAnswer = {
  readonly begunAt: number
  readonly endedAt: number
  readonly wallMs: number
  /** Without what the processor spent on other programs meanwhile. */
  readonly ownMs: number
}

export type HealthSamples = { readonly wall: readonly number[]; readonly own: readonly number[] }

type Message =
  | ({ kind: 'late' } & LateAnswer)
  | { kind: 'hang'; begunAt: number }
  | ({ kind: 'samples' } & HealthSamples)

export type HealthWatch = {
  /** Late answers since the last look. */
  takeLate(): LateAnswer[]
  /** Since when /healthz has not answered, where that is too long already. */
  hangingSince(): number | undefined
  stop(): Promise<HealthSamples>
}

/** Begins to ask /healthz of a server, from a thread of its own. */
export function watchHealth(port: number, pid: number): HealthWatch {
  const file = fileURLToPath(new URL('health-probe.mjs', import.meta.url))
  const worker = new Worker(file, { workerData: { port, pid, everyMs, limitMs: healthLimitMs, hangMs } })
  let late: LateAnswer[] = []
  let hanging: number | undefined
  let tell: (samples: HealthSamples) => void = () => undefined
  worker.on('message', (message: Message) => {
    if (message.kind === 'late') late.push(message)
    else if (message.kind === 'hang') hanging = message.begunAt
    else tell(message)
    if (message.kind === 'late') hanging = undefined
  })
  return {
    takeLate() {
      const taken = late
      late = []
      return taken
    },
    hangingSince: () => hanging,
    async stop() {
      const told = new Promise<HealthSamples>((resolve) => {
        tell = resolve
        worker.postMessage('samples')
      })
      const nothing = wait(tellMs, { wall: [], own: [] }, { ref: false })
      const samples = await Promise.race([told, nothing])
      await worker.terminate()
      return samples
    },
  }
}
