import { randomUUID } from 'node:crypto'
import { type Database, DatabaseUnavailable } from './database.ts'

const minTestIntervalMs = 1_000

/** After a failure, only a test write proves that writes work, because many transactions only read. */
export class WriteCheck {
  readonly #write: () => Promise<void>
  #failure: DatabaseUnavailable | undefined
  #hasFailed = false
  #testing: Promise<void> | undefined
  #testedAt = Number.NEGATIVE_INFINITY

  /** @param write must commit something */
  constructor(write: () => Promise<void>) {
    this.#write = write
  }

  noteFailure(error: DatabaseUnavailable): void {
    this.#hasFailed = true
    this.#failure = error
  }

  /** @throws {DatabaseUnavailable} the error of the last write */
  async assertWritable(): Promise<void> {
    if (!this.#hasFailed && !this.#testing) return
    if (!this.#testing && performance.now() < this.#testedAt + minTestIntervalMs) throw this.#failure
    this.#testing ??= this.#test()
    await this.#testing
  }

  async #test(): Promise<void> {
    // A failure during the test must be noted.
    this.#hasFailed = false
    try {
      await this.#write()
    } catch (cause) {
      const error = cause instanceof DatabaseUnavailable ? cause : new DatabaseUnavailable('A write fails', { cause })
      this.noteFailure(error)
      throw error
    } finally {
      this.#testing = undefined
      this.#testedAt = performance.now()
    }
  }
}

const settingName = 'write-test'
const undone = new Error('The test is undone')

/** Stores a setting, and, undone, what a submission stores: its tables may be locked or changed. */
export async function testWrite({ transaction }: Pick<Database, 'transaction'>): Promise<void> {
  const now = new Date()
  // SQLite writes to the disk only on commit, so the other transaction proves less.
  await transaction(async ({ setting }) => {
    const value = now.toISOString()
    const { count } = await setting.updateMany({ where: { name: settingName }, data: { value } })
    if (count === 0) await setting.create({ data: { name: settingName, value, createdAt: now } })
  })
  const id = randomUUID()
  const texts = { name: id, email: '', location: '', projectType: '', timeline: '', budgetRange: '' }
  const keys = { id, reference: id, requestKey: id, valuesDigest: id, senderDigest: id }
  try {
    await transaction(async ({ projectEstimate, outboxMessage, attempt, storedFile }) => {
      await projectEstimate.create({ data: { ...keys, ...texts, createdAt: now } })
      await outboxMessage.create({ data: { id, kind: '', estimateId: id, createdAt: now, nextAttemptAt: now } })
      await attempt.create({ data: { key: id, hits: 1, windowEndsAt: now } })
      // A submission only takes its photos over.
      await storedFile.updateMany({ where: { id }, data: { estimateId: id } })
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
}
