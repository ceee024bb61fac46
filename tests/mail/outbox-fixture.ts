import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Clock, systemClock } from '#server/clock.ts'
import type { Database, NewEstimate } from '#server/database/database.ts'
import { createLogger } from '#server/logging/logger.ts'
import type { MailMessage, MailTransport, SentMessage } from '#server/mail/messages/message.ts'
import type { OutboxTimings } from '#server/mail/outbox/timings.ts'
import { OutboxWorker } from '#server/mail/outbox/worker.ts'
import { createPostmarkTransport } from '#server/mail/transports/postmark.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { type FakePostmark, startFakePostmark } from '#tests/support/server/fake-postmark.ts'

export const mailSettings = {
  appOrigin: 'https://www.builders.example',
  mailFrom: 'hello@builders.example',
  staffInbox: ['office@builders.example'],
  serverKey: testServerKey,
}

/** Production's timings, shortened for tests. */
export const quickTimings: OutboxTimings = {
  concurrency: 8,
  maxClaimed: 40,
  gatherMs: 10,
  leaseMs: 60_000,
  pollIntervalMs: 40,
  databasePauseMs: 40,
  accountPauseMs: 300,
  recoveryIntervalMs: 20,
  retry: { firstDelayMs: 20, maxDelayMs: 100, giveUpAfterMs: 96 * 60 * 60 * 1000, minAttempts: 100 },
}

export type OutboxDatabase = Pick<Database, 'transaction' | 'read' | 'queries'>

type WorkerOptions = {
  database?: OutboxDatabase
  config?: typeof mailSettings
  transport?: MailTransport
  clock?: Clock
  timings?: Partial<OutboxTimings>
  monotonicMs?: () => number
}

/** An email service that responds when told to. */
export class PatientTransport implements MailTransport {
  readonly begun: string[] = []
  readonly #responses: (() => void)[] = []

  send({ id }: MailMessage): Promise<SentMessage> {
    this.begun.push(id)
    return new Promise((resolve) => this.#responses.push(() => resolve({ providerId: `accepted-${id}` })))
  }

  respondToAll(): void {
    for (const respond of this.#responses.splice(0)) respond()
  }
}

/** A database, an email service and any number of workers between them. */
export class OutboxFixture {
  readonly logLines: string[] = []
  readonly #workers: OutboxWorker[] = []
  #test: TestDatabase | undefined
  #postmark: FakePostmark | undefined

  get database(): Database {
    return opened(this.#test).database
  }

  get postmark(): FakePostmark {
    return opened(this.#postmark)
  }

  async open(): Promise<void> {
    this.#test = await createTestDatabase()
    this.#postmark = await startFakePostmark()
  }

  /** @param attemptTimeoutMs production's by default */
  transport(attemptTimeoutMs = 10_000): MailTransport {
    return createPostmarkTransport({ serverToken: 'test', apiOrigin: this.postmark.origin, attemptTimeoutMs })
  }

  /** Creates a worker that is stopped after the test. */
  worker({ timings, ...options }: WorkerOptions = {}): OutboxWorker {
    const worker = new OutboxWorker({
      database: this.database,
      transport: this.transport(),
      config: mailSettings,
      clock: systemClock,
      log: createLogger('debug', { write: (line) => this.logLines.push(line) }),
      timings: { ...quickTimings, ...timings },
      ...options,
    })
    this.#workers.push(worker)
    return worker
  }

  /** Stores an estimate for each message and returns the messages' ids. */
  async addMessages(count: number, { kind = 'estimate.staff', createdAt = new Date() } = {}): Promise<string[]> {
    const estimates = Array.from({ length: count }, () => newEstimate(createdAt))
    const messages = estimates.map((estimate) => {
      return { id: newId(), kind, estimateId: estimate.id, createdAt, nextAttemptAt: createdAt }
    })
    await this.database.transaction(async ({ projectEstimate, outboxMessage }) => {
      await projectEstimate.createMany({ data: estimates })
      await outboxMessage.createMany({ data: messages })
    })
    return messages.map((message) => message.id)
  }

  async message(id: string | undefined) {
    return await this.database.read.outboxMessage.findUniqueOrThrow({ where: { id: id ?? '' } })
  }

  async count(state: 'pending' | 'sent' | 'failed'): Promise<number> {
    return await this.database.read.outboxMessage.count({ where: { state } })
  }

  /** Returns the log lines of a level. */
  logged(level: 'warn' | 'error'): Record<string, unknown>[] {
    return this.logLines.map((line) => JSON.parse(line)).filter((line) => line.level === level)
  }

  async reset(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.stop(0)))
    await this.postmark.restart()
    this.logLines.length = 0
    await this.database.transaction(({ projectEstimate }) => projectEstimate.deleteMany())
    await this.database.transaction(({ outboxMessage }) => outboxMessage.deleteMany())
  }

  /** The real database, whose transactions each wait for `begin`. */
  watchedDatabase(begin: () => void | Promise<void>): OutboxDatabase {
    const { transaction, read, queries } = this.database
    return {
      read,
      queries,
      async transaction(work) {
        await begin()
        return await transaction(work)
      },
    }
  }

  /** The real database, and how many transactions were begun. */
  countingDatabase(): OutboxDatabase & { readonly transactions: number } {
    let transactions = 0
    const database = this.watchedDatabase(() => {
      transactions += 1
    })
    return {
      ...database,
      get transactions() {
        return transactions
      },
    }
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop(0)))
    await this.#postmark?.close()
    await this.#test?.dispose()
  }
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The outbox opens before the first test')
  return part
}

/** An outbox for the tests of a file, emptied after each. */
export function outboxPerFile(): OutboxFixture {
  const fixture = new OutboxFixture()
  beforeAll(() => fixture.open())
  afterEach(() => fixture.reset())
  afterAll(() => fixture.dispose())
  return fixture
}

/** Texts that must never be logged. */
export const visitorTexts = ['Ada Visitor', 'visitor@mail.example', 'A secret wish', '555-0177', 'Flatbush']

function newEstimate(createdAt: Date): NewEstimate {
  const id = newId()
  return buildEstimate({
    id,
    reference: id.slice(-12).toUpperCase(),
    createdAt,
    name: 'Ada Visitor',
    email: 'visitor@mail.example',
    phone: '(718) 555-0177',
    projectDescription: 'A secret wish',
    location: 'Flatbush, Brooklyn',
  })
}
