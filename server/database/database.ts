import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import type { Committed } from './client/committed.ts'
import type { OpenEstimate } from './queries/open-estimates-query.ts'
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

/** Events are deleted only with their estimate, the others by {@link Statements}, which also erase what names a person. */
type OnlyAdded = 'estimateEvent' | 'estimateExport' | 'estimateExportBatch' | 'auditEntry'
type WritesOf<Name extends ModelName> = Name extends OnlyAdded ? 'createMany' : WriteMethod

type NewRow<Name extends ModelName> = Exclude<Prisma.Args<PrismaClient[Name], 'createMany'>['data'], unknown[]>

export type Transaction = {
  readonly [Name in ModelName]: Pick<PrismaClient[Name], ReadMethod | WritesOf<Name>> & {
    /** For one row it is faster than `createMany`. */
    create(args: { readonly data: NewRow<Name> }): Promise<void>
  }
}

/** Each has a default in the database. */
type WorkColumn =
  | 'source'
  | 'version'
  | 'spamAt'
  | 'firstContactAt'
  | 'outcome'
  | 'outcomeReason'
  | 'assigneeId'
  | 'followUpOn'
  | 'proposalPromisedOn'
  | 'proposalDueOn'
  | 'proposalSentAt'
  | 'proposalCents'
  | 'completedAt'
  | 'erasedAt'
  | 'withdrawnAt'
export type NewEstimate = Required<Omit<Prisma.ProjectEstimateCreateManyInput, WorkColumn>> & {
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly quarantinedAt: Date | null
}
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

/** Prisma's query builder cannot express these statements. */
export type Statements = {
  /** Blocks transactions with a common key, in all processes. Call it first in a transaction. */
  lock(keys: readonly string[]): Promise<void>
  /** Creates or replaces an unconfirmed account; returns false for a confirmed one. One statement hides the timing. */
  storeSignUp(account: NewAccount): Promise<boolean>
  readAttempts(keys: readonly string[]): Promise<StoredAttempts[]>
  /** Inserts or replaces counters. */
  writeAttempts(attempts: readonly StoredAttempts[]): Promise<void>
  /**
   * Deletes the oldest exports from before an instant, with their batches. Nothing else deletes them.
   *
   * @returns how many, at most `limit`
   */
  deleteExports(before: Date, limit: number): Promise<number>
  /**
   * Deletes the oldest entries of the audit log from before an instant. Nothing else deletes them.
   *
   * @returns how many, at most `limit`
   */
  deleteAuditEntries(before: Date, limit: number): Promise<number>
  /**
   * Adds many events in one statement, in a tenth of the time that `createMany` takes. Pages learn of them by the
   * changes of their estimates in the same transaction.
   */
  addEvents(events: readonly NewEvent[]): Promise<void>
  /** Finds the ids of the most urgent due messages, at most `limit`, without those that others are claiming. */
  findDueMessages(now: Date, limit: number): Promise<string[]>
  /** Finds the open estimates of an assignee, at most `limit`. */
  openEstimates(assigneeId: string, limit: number): Promise<OpenEstimate[]>
  /** Erases the words about visitors in the timelines of estimates. What happened, when and by whom stays. */
  eraseEventWords(estimateIds: readonly string[]): Promise<void>
  /**
   * Replaces the addresses and names of an account in the next events by id.
   *
   * @param afterId empty for the first ones
   * @returns the last event's id, or undefined after all
   */
  renameInEvents(account: RenamedAccount, afterId: string, limit: number): Promise<string | undefined>
  /** Replaces the addresses and names of an account in exports and in the audit log. */
  renameInLogs(account: RenamedAccount): Promise<void>
  /**
   * Notes the completion of completed estimates that lack it: the last change of the status, or else the submission.
   *
   * @returns how many, at most `limit`
   */
  noteCompletions(limit: number): Promise<number>
}

/** An account whose addresses and names are replaced. */
export type RenamedAccount = {
  readonly id: string
  /** These are all the addresses that it had. */
  readonly addresses: readonly string[]
  readonly name: string
}

/** The numbers are those of this moment and this process. */
export type DatabaseLoad = {
  /** Calls that wait for a connection. */
  readonly waiting: number
  /** It is set only on PostgreSQL. */
  readonly connections?: { readonly open: number; readonly inUse: number }
  /** It is the size of the write-ahead log in bytes, only on SQLite. */
  readonly logBytes?: number
}

/** A listener must not throw. */
export type CommitListener = (changes: Committed) => void

export type Database = {
  readonly read: ReadClient
  readonly queries: Queries
  /**
   * Reads without Prisma, whose query compiler takes a fifth of a start.
   *
   * @returns undefined if nothing is stored
   * @throws {DatabaseUnavailable}
   */
  readSetting(name: string): Promise<string | undefined>
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
  /**
   * Removes from the files what deleted and replaced rows leave behind, in short steps. On PostgreSQL, the space can be used
   * again; it is not overwritten.
   *
   * @param isStopped is asked before each step
   * @returns whether all is done
   * @throws {DatabaseUnavailable}
   */
  removeRemains(isStopped: () => boolean): Promise<boolean>
  /** Writing is fastest with so many transactions at once. */
  readonly writers: number
  /** Does not ask the database. */
  load(): DatabaseLoad
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

/** The database cannot be used; the statement itself is right, and may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** Another process has the file open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}
