import { randomUUID } from 'node:crypto'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import { estimateDigests } from './estimate-digests.ts'
import { IntakeRoom } from './intake-room.ts'
import { type EstimateResult, type Submission, storeNewEstimates } from './store-estimates.ts'

/** Bounds a commit and its advisory locks on PostgreSQL. */
const maxPerCommit = 64

/** Bounds how long a growing group waits: each turn of the event loop reads what has arrived at the sockets. */
const maxTurns = 4

/** An immediate error is better than a timeout. */
const maxQueueLength = 2_000

type EstimateWriterOptions = {
  database: Database
  serverKey: Buffer
  clock: Clock
  onCommitted: () => void
  maxAcknowledgementsPerHour?: number | undefined
}

/** `emailed` is false where no email goes to the visitor, so that the page does not promise one. */
type Received = {
  reference: string
  emailed?: false
  /** The path of the visitor's page. It comes where the email has it, so that quarantine makes no difference of its own. */
  link?: string
}

type Waiting = {
  submission: Submission
  resolve: (response: Received) => void
  reject: (reason: unknown) => void
}

export type EstimateWriter = {
  /**
   * Resolves after the commit; a repeat returns the earlier reference.
   *
   * @throws {AppError} `conflict`: the request key was used for other values; `too_many`
   * @throws {DatabaseUnavailable} nothing was stored
   */
  submit(estimate: CheckedEstimate, clientIp: string): Promise<Received>
  /** The number of submissions that wait for their group. */
  readonly queueLength: number
  drain(): Promise<void>
}

export function createEstimateWriter(options: EstimateWriterOptions): EstimateWriter {
  const groups = createGroups(options.database, createGroupWrite(options))
  return {
    submit({ requestKey = randomUUID(), ...estimate }, clientIp) {
      if (groups.waiting >= maxQueueLength)
        return Promise.reject(
          new AppError('unavailable', 'We are receiving more requests than we can handle right now.', {
            retryAfterSeconds: 2,
          }),
        )
      return new Promise((resolve, reject) => {
        const submission = {
          estimate,
          requestKey,
          receivedAt: options.clock.now(),
          ...getLimits(clientIp),
          ...estimateDigests(estimate, clientIp),
        }
        groups.add({ submission, resolve, reject })
      })
    },
    get queueLength() {
      return groups.waiting
    },
    drain: groups.drain,
  }
}

/** Groups submissions, because syncing the disk costs more than writing rows. */
function createGroups(database: Pick<Database, 'writers'>, writeGroup: (group: readonly Waiting[]) => Promise<void>) {
  const waiting: Waiting[] = []
  const running = new Set<Promise<void>>()
  let scheduled = false
  let lastGroupSize = 0

  function schedule(): void {
    if (scheduled || waiting.length === 0 || running.size >= database.writers) return
    scheduled = true
    // After a group, others are likely to follow the first submission.
    closeGroup(lastGroupSize > 1 ? 0 : waiting.length, maxTurns)
  }

  /** Waits for the end of this turn of the event loop, and for further turns if more than `seen` are waiting then. */
  function closeGroup(seen: number, turnsLeft: number): void {
    setImmediate(() => {
      const { length } = waiting
      if (length > seen && length < maxPerCommit && turnsLeft > 1) closeGroup(length, turnsLeft - 1)
      else startGroup()
    })
  }

  function startGroup(): void {
    scheduled = false
    const group = waiting.splice(0, maxPerCommit)
    lastGroupSize = group.length
    const write = writeGroup(group).finally(() => {
      running.delete(write)
      schedule()
    })
    running.add(write)
    schedule()
  }

  return {
    add(one: Waiting): void {
      waiting.push(one)
      schedule()
    },
    get waiting() {
      return waiting.length
    },
    async drain(): Promise<void> {
      while (waiting.length > 0 || scheduled || running.size > 0) {
        // A scheduled group starts in the next turn.
        await Promise.race([...running, new Promise((resolve) => setImmediate(resolve))])
      }
    },
  }
}

/** Writes a group in one transaction, or else each submission alone. */
function createGroupWrite({ database, serverKey, onCommitted, maxAcknowledgementsPerHour }: EstimateWriterOptions) {
  const room = new IntakeRoom(maxAcknowledgementsPerHour)

  async function write(group: readonly Waiting[]): Promise<void> {
    const submissions = group.map(({ submission }) => submission)
    settle(group, await storeNewEstimates(database, serverKey, submissions, room))
  }

  function settle(group: readonly Waiting[], results: readonly EstimateResult[]): void {
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index]
      if (result && 'reference' in result) resolve(toReceived(serverKey, result))
      else reject(result?.refused ?? new Error('a submission has no result'))
    })
    onCommitted()
  }

  return async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await write(group)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) for (const { reject } of group) reject(error)
      // One failed, or references collided; alone, each succeeds or fails by itself.
      else for (const one of group) await write([one]).catch(one.reject)
    }
  }
}

function toReceived(serverKey: Buffer, stored: Exclude<EstimateResult, { readonly refused: unknown }>): Received {
  const { id, reference, formVerified, acknowledged } = stored
  if (!acknowledged) return { reference, emailed: false }
  return { reference, ...(formVerified ? { link: requestPath(serverKey, id) } : {}) }
}

function getLimits(clientIp: string): Pick<Submission, 'counted' | 'networks'> {
  const subject = rateLimitKey(clientIp)
  return {
    counted: [
      { limit: 'submit-minute', subject },
      { limit: 'submit-hour', subject },
    ],
    networks: subject.endsWith('/64')
      ? [
          { limit: 'submit-56-hour', subject: rateLimitKey(clientIp, 56) },
          { limit: 'submit-48-hour', subject: rateLimitKey(clientIp, 48) },
        ]
      : [],
  }
}
