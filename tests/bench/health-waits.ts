import { fork } from 'node:child_process'
import { once } from 'node:events'
import { onExit } from '#tests/support/server/exit-cleanup.ts'

export type HealthProbe = {
  /** The waits of others for /healthz during the work, in ms. */
  during(work: () => Promise<unknown>): Promise<number[]>
  stop(): void
}

/** Requests /healthz every 20 ms, from a process of its own that nothing else delays. */
export function probeHealth(origin: string): HealthProbe {
  const probe = fork('tests/bench/health-probe.mjs', [`${origin}/healthz`])
  const unregister = onExit(() => probe.kill('SIGKILL'))
  async function endPeriod(): Promise<number[]> {
    const waits = once(probe, 'message')
    probe.send('')
    return (await waits)[0]
  }
  return {
    async during(work) {
      await endPeriod()
      await work()
      return await endPeriod()
    },
    stop() {
      unregister()
      probe.kill('SIGKILL')
    },
  }
}
