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

/** What the request writer needs to know of a request that is already stored. */
export type StoredEstimateKeys = {
  readonly reference: string
  readonly requestKey: string
  readonly valuesDigest: string
  readonly senderDigest: string
  readonly createdAt: Date
}

/** What the staff works out about a request: it begins with the columns' defaults. */
type WorkColumn = 'version' | 'spamAt' | 'firstContactAt' | 'outcome' | 'outcomeReason' | 'assigneeId' | 'followUpOn'
export type NewEstimate = Required<Omit<Prisma.ProjectEstimateCreateManyInput, WorkColumn>> & {
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly quarantinedAt: Date | null
}
export type NewOutboxMessage = Pick<Required<Prisma.OutboxMessageCreateManyInput>, 'id' | 'kind' | 'estimateId'> & {
  readonly createdAt: Date
}

/** How many requests came with an e-mail address lately. */
export type SentWithEmail = { readonly emailKey: string; readonly inHour: number; readonly inDay: number }

/** What happened to a request, ready to be stored. */
export type NewEvent = Required<Prisma.EstimateEventCreateManyInput> & { readonly at: Date }

/** What tells an event from the same one of another request. */
export type EventPlace = Pick<NewEvent, 'id' | 'estimateId'>

/** What the same event has in every request. */
export type EventFields = Omit<NewEvent, keyof EventPlace | 'entryKey'>

type NewAccount = {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly pendingDigest: string | null
  readonly createdAt: Date
}

/** A counter of server/limits, under a name that does not tell whom it is for. */
export type StoredAttempts = {
  readonly key: string
  readonly hits: number
  /** How many windows were used up in a row. */
  readonly blocks: number
  readonly windowEndsAt: Date
}

/** What {@link Statements.findEstimates} finds. */
export type FoundEstimates = {
  readonly submissions: StoredEstimateKeys[]
  readonly attempts: StoredAttempts[]
  readonly emails: SentWithEmail[]
}

/** Statements that are written by hand per engine, because a query builder has no words for them. */
export type Statements = {
  /**
   * Makes other transactions that lock one of these texts wait until this one ends, also in other processes.
   * Needs to come first in a transaction.
   */
  lock(keys: readonly string[]): Promise<void>
  /**
   * Stored requests with one of the request keys, or with one of the sender digests and made since then; and, so that
   * it takes one way there and back, counters by their names, and how many requests came with an e-mail address within
   * an hour and a day before an instant; addresses with none are left out.
   */
  findEstimates(wanted: {
    readonly requestKeys: readonly string[]
    readonly senderDigests: readonly string[]
    readonly since: Date
    readonly attemptKeys: readonly string[]
    readonly emailKeys: readonly string[]
    readonly emailsUntil: Date
  }): Promise<FoundEstimates>
  /** Writes any number of requests with their messages, which are due at once, and the counters that they changed. */
  insertNewEstimates(
    estimates: readonly NewEstimate[],
    messages: readonly NewOutboxMessage[],
    attempts: readonly StoredAttempts[],
  ): Promise<void>
  /**
   * Claims due messages for one worker: pushes their next attempt to `leaseEnd`, counts the attempt and marks them with
   * `claimToken`. No message is claimed by two workers at a time.
   *
   * @returns how many were claimed, at most `limit`
   */
  claimMessages(claim: { claimToken: string; now: Date; leaseEnd: Date; limit: number }): Promise<number>
  /**
   * Stores somebody who signs up. Where the address has an account that is not confirmed, only its password and pending
   * digest are replaced; where it has a confirmed one, nothing is. One statement in all cases, so that its time does not
   * tell which it was.
   *
   * @returns whether the account still has to be confirmed
   */
  storeSignUp(person: NewAccount): Promise<boolean>
  /** The counters of these names, as far as they are there. */
  readAttempts(keys: readonly string[]): Promise<StoredAttempts[]>
  /** Stores counters, in place of those of the same names. */
  writeAttempts(attempts: readonly StoredAttempts[]): Promise<void>
  /**
   * Adds the same event to any number of requests, except to those that are not there any more.
   *
   * @param places the request and the id of the event in each
   */
  insertEvents(event: EventFields, places: readonly EventPlace[]): Promise<void>
}

/** Hears of a commit. It must not throw. */
export type CommitListener = (done: Committed) => void

/** An open database. Nothing outside server/database knows which engine it is. */
export type Database = {
  readonly read: ReadClient
  readonly queries: Queries
  /**
   * Runs `work` in one transaction: all of its writes are stored when the promise resolves, none when it rejects.
   * `work` must await nothing but the database: on SQLite everybody else's writes wait for it.
   *
   * @throws {DatabaseUnavailable} when the database cannot be reached, is locked or is full; trying later makes sense
   */
  transaction<Result>(work: (transaction: Transaction, statements: Statements) => Promise<Result>): Promise<Result>
  /**
   * Has a listener hear of each commit that made or changed requests or ended sessions, right after it: those of this
   * process, and of every other one that shares the database. What other processes commit while they cannot be heard
   * is told as `all` once they can.
   *
   * @returns what ends it, once other processes are heard or the first attempt to hear them has failed
   */
  onCommitted(listener: CommitListener): Promise<() => void>
  /** How many transactions at once make sense. */
  readonly writers: number
  /** Resolves when the database answers; throws {@link DatabaseUnavailable} otherwise. */
  ping(): Promise<void>
  /**
   * Resolves at once, unless a transaction has been refused since a write was last seen to work: then one is made, at most
   * one a second.
   *
   * @throws {DatabaseUnavailable} when it does not work, as on a full disk or a server that takes no writes
   */
  assertWritable(): Promise<void>
  close(): Promise<void>
}

/** The database cannot do anything right now, through no fault of the query. The cause says why. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
