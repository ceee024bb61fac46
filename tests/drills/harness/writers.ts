import { setTimeout as delay } from 'node:timers/promises'
import type { EstimateInput } from '#shared/estimates/estimate-input.ts'
import type { Random } from './random.ts'
import type { Scene } from './scene.ts'
import { type DrillInput, keepAlive, newInput, submit } from './submit.ts'

type WriterOptions = {
  readonly writers: number
  readonly random: Random
  /** Share of the acknowledged estimates that is sent again. */
  readonly resend?: number
  readonly vary?: (random: Random) => Partial<EstimateInput>
  /** Whether to retry until the result is known. */
  readonly persists?: (input: DrillInput) => boolean
  /** The pause between two requests of one writer. */
  readonly pauseMs?: number
  readonly timeoutMs?: number
  readonly onAcknowledged?: (ms: number) => void
  readonly origin?: () => string
}

const maxRecent = 50

export type Writers = {
  /** Lets clients finish, with retries, for two minutes at most. */
  stop(limitMs?: number): Promise<void>
}

/** Each client submits one estimate after another, and retries without a response, as people do. */
export function startWriters(scene: Scene, options: WriterOptions): Writers {
  const { writers, random, resend = 0, vary, persists = () => true, pauseMs = 0, timeoutMs } = options
  const origin = options.origin ?? (() => scene.origin)
  const agent = keepAlive(writers)
  let stopping = false
  let abandoned = false

  async function untilAnswered(input: DrillInput): Promise<void> {
    while (!abandoned) {
      const startedAt = performance.now()
      const verdict = await submit(origin(), scene.ledger, input, { agent, ...(timeoutMs ? { timeoutMs } : {}) })
      if (verdict.result === 'acknowledged') options.onAcknowledged?.(performance.now() - startedAt)
      if (verdict.result !== 'unknown' || (verdict.status !== undefined && !persists(input))) return
      await delay(20)
    }
  }

  async function write(own: Random): Promise<void> {
    const recent: DrillInput[] = []
    while (!stopping) {
      const earlier = recent.length > 0 && own.chance(resend) ? own.pick(recent) : undefined
      const input = earlier ?? newInput(own, vary?.(own))
      await untilAnswered(input)
      if (!earlier && persists(input)) recent.push(input)
      recent.splice(0, recent.length - maxRecent)
      await delay(pauseMs)
    }
  }

  const working = Promise.all(Array.from({ length: writers }, (_, index) => write(random.fork(`writer ${index}`))))
  return {
    async stop(limitMs = 120_000) {
      stopping = true
      const limit = setTimeout(() => {
        abandoned = true
        agent.destroy()
      }, limitMs)
      await working
      clearTimeout(limit)
      agent.destroy()
    },
  }
}
