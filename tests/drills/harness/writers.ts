import { setTimeout as delay } from 'node:timers/promises'
import type { EstimateInput } from '#shared/estimates/estimate-input.ts'
import type { Random } from './random.ts'
import type { Scene } from './scene.ts'
import { type DrillInput, keepAlive, newInput, submit } from './submit.ts'

type WriterOptions = {
  readonly writers: number
  readonly random: Random
  /** How many of what was acknowledged is sent once more with the same key. */
  readonly resend?: number
  /** What is special about a request; nothing where left out. */
  readonly vary?: (random: Random) => Partial<EstimateInput>
  /** Whether a request that is answered 5xx is sent again until its fate is known. */
  readonly persists?: (input: DrillInput) => boolean
  /** Of one writer, between two requests. */
  readonly pauseMs?: number
  readonly timeoutMs?: number
  /** Of each acknowledgement, in milliseconds. */
  readonly onAcknowledged?: (ms: number) => void
  readonly origin?: () => string
}

/** What a client may send once more is one of its last ones. */
const maxRecent = 50

/** Clients at work. */
export type Writers = {
  /** Has each client finish what it has begun, trying again until it is answered, but no longer than two minutes. */
  stop(limitMs?: number): Promise<void>
}

/** Has clients submit one request after another. Who gets no answer sends the same again, as people do. */
export function startWriters(scene: Scene, options: WriterOptions): Writers {
  const { writers, random, resend = 0, vary, persists = () => true, pauseMs = 0, timeoutMs } = options
  const origin = options.origin ?? (() => scene.origin)
  const agent = keepAlive(writers)
  let stopping = false
  let abandoned = false

  async function untilAnswered(input: DrillInput): Promise<void> {
    while (!abandoned) {
      const begun = performance.now()
      const verdict = await submit(origin(), scene.ledger, input, { agent, ...(timeoutMs ? { timeoutMs } : {}) })
      if (verdict.result === 'acknowledged') options.onAcknowledged?.(performance.now() - begun)
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
