import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import type { Committed } from './client/committed.ts'
import type { Queries } from './queries/queries.ts'

/** A model's methods that only read. */
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

/** The client for queries outside a transaction. It has no method that writes, at run time either. */
export type ReadClient = { readonly [Name in ModelName]: Pick<PrismaClient[Name], ReadMethod> }

/** Prisma refuses nested writes in these methods, so each writes to one table. */
export type WriteMethod = 'createMany' | 'updateMany' | 'deleteMany'

/** Events are only ever added. Deleting an estimate deletes its events. */
type WritesOf<Name extends ModelName> = Name extends 'estimateEvent' ? 'createMany' : WriteMethod

/** The columns of one row, without relations. */
type NewRow<Name extends ModelName> = Exclude<Prisma.Args<PrismaClient[Name], 'createMany'>['data'], unknown[]>

/** The tables in a transaction, the only place where anything is written. */
export type Transaction = {
  readonly [Name in ModelName]: Pick<PrismaClient[Name], ReadMethod | WritesOf<Name>> & {
    /** Faster than `createMany` for one row. */
    create(args: { readonly data: NewRow<Name> }): Promise<void>
  }
}

/** The columns that repeats of a stored estimate are detected by. */
export type StoredEstimateKeys = {
  readonly reference: string
  readonly requestKey: string
  readonly valuesDigest: string
  readonly senderDigest: string
  readonly createdAt: Date
}

/** Columns of the staff's work, which begin with their defaults. */
type WorkColumn = 'version' | 'spamAt' | 'firstContactAt' | 'outcome' | 'outcomeReason' | 'assigneeId' | 'followUpOn'
export type NewEstimate = Required<Omit<Prisma.ProjectEstimateCreateManyInput, WorkColumn>> & {
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly quarantinedAt: Date | null
}
export type NewOutboxMessage = Pick<Required<Prisma.OutboxMessageCreateManyInput>, 'id' | 'kind' | 'estimateId'> & {
  readonly createdAt: Date
}

/** The number of recent estimates from an email address. */
export type SentWithEmail = { readonly emailKey: string; readonly inHour: number; readonly inDay: number }

export type NewEvent = Required<Prisma.EstimateEventCreateManyInput> & { readonly at: Date }

export type EventPlace = Pick<NewEvent, 'id' | 'estimateId'>

/** The fields that are the same when one event is added to several estimates. */
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
   * Finds estimates with one of the request keys, or with one of the sender digests and created since `since`. In the same
   * round trip it reads rate-limit counters, and counts the estimates of email addresses in the hour and the day before
   * `emailsUntil`; addresses without any are left out.
   */
  findEstimates(wanted: {
    readonly requestKeys: readonly string[]
    readonly senderDigests: readonly string[]
    readonly since: Date
    readonly attemptKeys: readonly string[]
    readonly emailKeys: readonly string[]
    readonly emailsUntil: Date
  }): Promise<FoundEstimates>
  /** Inserts estimates with their messages, which are due at once, and stores the counters that they changed. */
  insertNewEstimates(
    estimates: readonly NewEstimate[],
    messages: readonly NewOutboxMessage[],
    attempts: readonly StoredAttempts[],
  ): Promise<void>
  /**
   * Claims due messages for one worker: moves their next attempt to `leaseEnd`, counts the attempt and sets `claimToken`.
   * No message is claimed by two workers at a time.
   *
   * @returns the number of claimed messages, at most `limit`
   */
  claimMessages(claim: { claimToken: string; now: Date; leaseEnd: Date; limit: number }): Promise<number>
  /**
   * Stores a new account. If the address has an unconfirmed account, only its password and pending digest are replaced; if
   * it has a confirmed one, nothing is. It is one statement in all cases, so that its time does not reveal which it was.
   *
   * @returns whether the account is unconfirmed
   */
  storeSignUp(account: NewAccount): Promise<boolean>
  readAttempts(keys: readonly string[]): Promise<StoredAttempts[]>
  /** Inserts counters or replaces those with the same key. */
  writeAttempts(attempts: readonly StoredAttempts[]): Promise<void>
  /**
   * Adds the same event to several estimates, without announcing it. Estimates that no longer exist are left out.
   *
   * @param places the estimates, each with the id of its event
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
   * Subscribes to commits that create or change estimates, end sessions or change roles, in this process and in every other
   * one that shares the database. Commits of other processes during a lost connection are reported as `all` afterwards.
   *
   * @returns a function that unsubscribes, once the first attempt to listen to other processes has succeeded or failed
   */
  onCommitted(listener: CommitListener): Promise<() => void>
  /** The useful number of concurrent transactions. */
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
