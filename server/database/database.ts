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

/** The tables outside a transaction. */
export type ReadClient = { readonly [Name in ModelName]: Pick<PrismaClient[Name], ReadMethod> }

/** Prisma refuses nested writes in these methods, so each writes to one table. */
export type WriteMethod = 'createMany' | 'updateMany' | 'deleteMany'

/** Events are only ever added. Deleting an estimate deletes its events. */
type WritesOf<Name extends ModelName> = Name extends 'estimateEvent' ? 'createMany' : WriteMethod

type NewRow<Name extends ModelName> = Exclude<Prisma.Args<PrismaClient[Name], 'createMany'>['data'], unknown[]>

/** The tables in a transaction, the only place where anything is written. */
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

export type EventPlace = Pick<NewEvent, 'id' | 'estimateId'>

export type EventFields = Omit<NewEvent, keyof EventPlace | 'entryKey'>

type NewAccount = {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly pendingDigest: string | null
  readonly createdAt: Date
}

/** A counter of server/rate-limits. Its key does not reveal the subject. */
export type StoredAttempts = {
  readonly key: string
  readonly hits: number
  /** The number of consecutive exhausted windows. */
  readonly blocks: number
  readonly windowEndsAt: Date
}

export type FoundEstimates = {
  readonly submissions: StoredEstimateKeys[]
  readonly attempts: StoredAttempts[]
  readonly emails: SentWithEmail[]
}

/** Writing statements that Prisma's query builder cannot express, handwritten per engine. */
export type Statements = {
  /**
   * Makes other transactions with one of these keys wait until this one ends, in other processes too. Must come first in
   * a transaction.
   */
  lock(keys: readonly string[]): Promise<void>
  /**
   * Finds estimates with one of the request keys, or with one of the sender digests since an instant. The same round trip
   * reads rate-limit counters, and counts the estimates of email addresses in the hour and the day before `emailsUntil`.
   */
  findEstimates(wanted: {
    readonly requestKeys: readonly string[]
    readonly senderDigests: readonly string[]
    readonly since: Date
    readonly attemptKeys: readonly string[]
    readonly emailKeys: readonly string[]
    readonly emailsUntil: Date
  }): Promise<FoundEstimates>
  /** Inserts estimates with their messages, which are due at once, and stores their counters. */
  insertNewEstimates(
    estimates: readonly NewEstimate[],
    messages: readonly NewOutboxMessage[],
    attempts: readonly StoredAttempts[],
  ): Promise<void>
  /**
   * Claims due messages for one worker until `leaseEnd`, and counts the attempt.
   *
   * @returns the number of claimed messages, at most `limit`
   */
  claimMessages(claim: { claimToken: string; now: Date; leaseEnd: Date; limit: number }): Promise<number>
  /**
   * Stores a new account, replaces password and pending digest of an unconfirmed one, or leaves a confirmed one as it is.
   * It is one statement, so that its time does not reveal which.
   *
   * @returns whether the account is unconfirmed
   */
  storeSignUp(account: NewAccount): Promise<boolean>
  readAttempts(keys: readonly string[]): Promise<StoredAttempts[]>
  /** Inserts counters or replaces those with the same key. */
  writeAttempts(attempts: readonly StoredAttempts[]): Promise<void>
  /**
   * Adds the same event to several estimates, except deleted ones, without announcing it.
   */
  insertEvents(event: EventFields, places: readonly EventPlace[]): Promise<void>
}

/** Must not throw. */
export type CommitListener = (changes: Committed) => void

/** An open database. Code outside server/database does not depend on its engine. */
export type Database = {
  readonly read: ReadClient
  readonly queries: Queries
  /**
   * Runs `work` in one transaction: all of its writes are stored when the promise resolves, none when it rejects.
   * `work` must await nothing but the database, because on SQLite all other writes wait for it.
   *
   * @throws {DatabaseUnavailable} when the database is unreachable, locked or full; a retry later may succeed
   */
  transaction<Result>(work: (transaction: Transaction, statements: Statements) => Promise<Result>): Promise<Result>
  /**
   * Subscribes to commits of this process and of all others that share the database. Commits that a lost connection hid are
   * reported as `all` afterwards. Resolves after the first attempt to listen to other processes.
   *
   * @returns unsubscribes
   */
  onCommitted(listener: CommitListener): Promise<() => void>
  /** How many transactions to run at a time. */
  readonly writers: number
  /** @throws {DatabaseUnavailable} when the database does not respond */
  ping(): Promise<void>
  /**
   * Resolves at once unless a transaction has failed since the last successful test. Then it tests a write, at most once a
   * second.
   *
   * @throws {DatabaseUnavailable} when the write fails, as on a full disk or a read-only server
   */
  assertWritable(): Promise<void>
  close(): Promise<void>
}

/** The database cannot work right now, through no fault of the query. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
