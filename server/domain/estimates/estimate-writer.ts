import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { rateLimitKey } from '#server/rate-limits/client-ip.ts'
import type { RateLimitKey } from '#server/rate-limits/limits.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import { estimateDigests } from './estimate-digests.ts'
import { type EstimateResult, type Submission, storeNewEstimates } from './store-estimates.ts'

/** Bounds how long one commit takes, and how many advisory locks it holds on PostgreSQL. */
const maxPerCommit = 64

/** More waiting than this means that the database does not keep up; saying so at once beats a time-out. */
const maxQueueLength = 2_000

type SubmissionWriterOptions = {
  database: Database
  serverKey: Buffer
  clock: Clock
  /** Called after each commit that may have written messages. */
  onCommitted: () => void
}

type Waiting = {
  submission: Submission
  resolve: (answer: { reference: string }) => void
  reject: (reason: unknown) => void
}

/** The one way in which a visitor's request gets into the database. */
export type EstimateWriter = {
  /**
   * Stores a request for good and answers with its reference. Sending it again with the same request key, or the same
   * values from the same address within five minutes, gives the same answer and stores nothing.
   *
   * @param clientIp the network address of whoever sent it
   * @throws {AppError} `conflict`: the request key came before with other values; `too_many`: the address has sent too
   * many new requests
   * @throws {DatabaseUnavailable} nothing was stored; trying again makes sense
   */
  submit(request: CheckedEstimate, clientIp: string): Promise<{ reference: string }>
  /** Resolves when nothing is waiting or being written. */
  drain(): Promise<void>
}

/**
 * Makes the writer that groups commits: what arrives while one commit runs shares the next, because the disk's
 * confirmation, not the row, is what costs. Each submission is answered only after its own commit.
 */
export function createEstimateWriter({
  database,
  serverKey,
  clock,
  onCommitted,
}: SubmissionWriterOptions): EstimateWriter {
  const waiting: Waiting[] = []
  const running = new Set<Promise<void>>()
  let scheduled = false

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running.size >= database.writers) return
    scheduled = true
    // After this turn's other requests have been read from their sockets, so that they come along.
    setImmediate(() => {
      scheduled = false
      const write = writeGroup(waiting.splice(0, maxPerCommit)).finally(() => {
        running.delete(write)
        schedule()
      })
      running.add(write)
      schedule()
    })
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      settle(
        group,
        await storeNewEstimates(
          database,
          serverKey,
          group.map(({ submission }) => submission),
        ),
      )
    } catch (error) {
      if (error instanceof DatabaseUnavailable) for (const { reject } of group) reject(error)
      // One of them, or a collision of references: alone, each stands or falls by itself.
      else for (const one of group) await writeAlone(one)
    }
  }

  async function writeAlone(one: Waiting): Promise<void> {
    try {
      settle([one], await storeNewEstimates(database, serverKey, [one.submission]))
    } catch (error) {
      one.reject(error)
    }
  }

  function settle(group: readonly Waiting[], results: readonly EstimateResult[]): void {
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index]
      if (result && 'reference' in result) resolve({ reference: result.reference })
      else reject(result?.refused ?? new Error('a submission has no result'))
    })
    onCommitted()
  }

  return {
    submit({ requestKey = randomUUID(), ...request }, clientIp) {
      if (waiting.length >= maxQueueLength)
        return Promise.reject(
          new AppError('unavailable', 'We are receiving more requests than we can take in right now.', {
            retryAfterSeconds: 2,
          }),
        )
      return new Promise((resolve, reject) => {
        const submission = {
          request,
          requestKey,
          receivedAt: clock.now(),
          counted: countedFor(clientIp),
          ...estimateDigests(request, clientIp),
        }
        waiting.push({ submission, resolve, reject })
        schedule()
      })
    },
    async drain() {
      while (waiting.length > 0 || scheduled || running.size > 0) {
        // A group that is scheduled and not yet running starts in the next turn.
        await Promise.race([...running, new Promise((resolve) => setImmediate(resolve))])
      }
    },
  }
}

function countedFor(clientIp: string): RateLimitKey[] {
  const subject = rateLimitKey(clientIp)
  return [
    { limit: 'submit-minute', subject },
    { limit: 'submit-hour', subject },
  ]
}
