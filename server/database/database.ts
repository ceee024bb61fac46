import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import type { Committed } from './client/committed.ts'
import type { Queries } from './queries/queries.ts'

export type ReadMethod =
  | 'findUnique'
  | 'findUniqueOrThrow'
  | 'findFirst'
  | 'findFirstOrThrow'
  | 'findMany'
  | 'count'
  | 'aggregate'
  | 'groupBy'

export type ModelName = Uncapitalize<Prisma.ModelName>

export type ReadClient = { readonly [Name in ModelName]: Pick<PrismaClient[Name], ReadMethod> }

/** Prisma refuses nested writes in these methods. */
export type WriteMethod = 'createMany' | 'updateMany' | 'deleteMany'

/** Events are deleted only with their estimate, exports never. */
type WritesOf<Name extends ModelName> = Name extends 'estimateEvent' | 'estimateExport' | 'estimateExportBatch'
  ? 'createMany'
  : WriteMethod

type NewRow<Name extends ModelName> = Exclude<Prisma.Args<PrismaClient[Name], 'createMany'>['data'], unknown[]>

export type Transaction = {
  readonly [Name in ModelName]: Pick<PrismaClient[Name], ReadMethod | WritesOf<Name>> & {
    /** Faster than `createMany` for one row. */
    create(args: { readonly data: NewRow<Name> }): Promise<void>
  }
}

export type StoredEstimateKeys = {
  readonly reference: string
  readonly requestKey: string
  readonly valuesDigest: string
  readonly senderDigest: string
  readonly createdAt: Date
}

type WorkColumn = 'version' | 'spamAt' | 'firstContactAt' | 'outcome' | 'outcomeReason' | 'assigneeId' | 'followUpOn'
export type NewEstimate = Required<Omit<Prisma.ProjectEstimateCreateManyInput, WorkColumn>> & {
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly quarantinedAt: Date | null
}
export type NewOutboxMessage = Pick<Required<Prisma.OutboxMessageCreateManyInput>, 'id' | 'kind' | 'estimateId'> & {
  readonly createdAt: Date
}

export type SentWithEmail = { readonly emailKey: string; readonly inHour: number; readonly inDay: number }

export type NewEvent = Required<Prisma.EstimateEventCreateManyInput> & { readonly at: Date }

type NewAccount = {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly pendingDigest: string | null
  readonly createdAt: Date
}

/** The key does not reveal the subject. */
export type StoredAttempts = {
  readonly key: string
  readonly hits: number
  /** Counts consecutive exhausted windows. */
  readonly blocks: number
  readonly windowEndsAt: Date
}

export type FoundEstimates = {
  readonly submissions: StoredEstimateKeys[]
  readonly attempts: StoredAttempts[]
  readonly emails: SentWithEmail[]
}

/** Prisma's query builder cannot express these statements. */
export type Statements = {
  /** Blocks transactions with a common key, in all processes. Must come first in a transaction. */
  lock(keys: readonly string[]): Promise<void>
  /** `since` limits sender digests. Emails are counted in the hour and in the day before `emailsUntil`. */
  findEstimates(wanted: {
    readonly requestKeys: readonly string[]
    readonly senderDigests: readonly string[]
    readonly since: Date
    readonly attemptKeys: readonly string[]
    readonly emailKeys: readonly string[]
    readonly emailsUntil: Date
  }): Promise<FoundEstimates>
  /** The messages are due at once. */
  insertNewEstimates(
    estimates: readonly NewEstimate[],
    messages: readonly NewOutboxMessage[],
    attempts: readonly StoredAttempts[],
  ): Promise<void>
  /** Counts the attempt, and returns the number of claimed messages. */
  claimMessages(claim: { claimToken: string; now: Date; leaseEnd: Date; limit: number }): Promise<number>
  /** Creates or replaces an unconfirmed account; returns false for a confirmed one. One statement hides the timing. */
  storeSignUp(account: NewAccount): Promise<boolean>
  readAttempts(keys: readonly string[]): Promise<StoredAttempts[]>
  /** Inserts or replaces counters. */
  writeAttempts(attempts: readonly StoredAttempts[]): Promise<void>
}

/** Must not throw. */
export type CommitListener = (changes: Committed) => void

export type Database = {
  readonly read: ReadClient
  readonly queries: Queries
  /**
   * `work` must await only the database, because all other SQLite writes wait for it.
   *
   * @throws {DatabaseUnavailable} when the database is unreachable, locked or full
   */
  transaction<Result>(work: (transaction: Transaction, statements: Statements) => Promise<Result>): Promise<Result>
  /**
   * Includes commits of other processes. Reports `all` after a lost connection. Resolves after the first attempt to
   * listen.
   *
   * @returns unsubscribes
   */
  onCommitted(listener: CommitListener): Promise<() => void>
  /** The best number of concurrent transactions. */
  readonly writers: number
  /** @throws {DatabaseUnavailable} */
  ping(): Promise<void>
  /**
   * Tests a write if a transaction has failed, at most once a second.
   *
   * @throws {DatabaseUnavailable} for instance on a full disk
   */
  assertWritable(): Promise<void>
  close(): Promise<void>
}

/** The query is not at fault. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
