import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import {
  type CommitListener,
  type Database,
  type DatabaseLoad,
  DatabaseUnavailable,
  type Statements,
  type Transaction,
} from '#server/database/database.ts'
import { createQueries } from '#server/database/queries/queries.ts'
import type { Query, QueryDialect } from '#server/database/queries/query.ts'
import { createStatements } from '#server/database/queries/statements.ts'
import { testWrite, WriteCheck } from '#server/database/write-check.ts'
import { ChangeSet, type Committed } from './committed.ts'
import { readClient, transactionTables } from './tables.ts'
import { databaseError } from './unavailable.ts'

/** Visitors wait for a write that takes longer, so `/readyz` tests one. */
const slowWriteMs = 1_000

type Engine = {
  readonly writers: number
  readonly queries: QueryDialect
  /** Blocks transactions with a common key. */
  lock(transaction: Prisma.TransactionClient, keys: readonly string[]): Promise<void>
  /** A clause that skips rows which other transactions have locked. */
  readonly skipLocked: string
  /** Without Prisma, like {@link Engine.ping}, since a start waits for both. */
  readSetting(name: string): Promise<string | undefined>
  /** @throws {DatabaseUnavailable} when the database is no longer where it was opened */
  assertInPlace?(): void
  ping(): Promise<void>
  /** Takes effect on commit. */
  notifyOthers(transaction: Prisma.TransactionClient, changes: Committed): Promise<void>
  subscribeToOthers(listener: CommitListener): Promise<void>
  removeRemains(isStopped: () => boolean): Promise<boolean>
  load(): DatabaseLoad
  beginClose?(): void | Promise<void>
  release(): Promise<void>
}

type Client = () => Promise<PrismaClient>

/** @param loadClient is called when the client is first needed: loading it takes a fifth of a start */
export function databaseFromClient(loadClient: Client, engine: Engine): Database {
  let closed = false
  let closing: Promise<void> | undefined
  let loading: Promise<PrismaClient> | undefined
  const client: Client = () => {
    loading ??= loadClient()
    return loading
  }
  const listeners = createCommitListeners(engine)

  // Prisma would silently reconnect, to a file that another process may use.
  function assertOpen(): void {
    if (closed) throw new DatabaseUnavailable('The database is closed')
  }

  async function whileOpen<Result>(read: () => Promise<Result>): Promise<Result> {
    assertOpen()
    try {
      return await read()
    } catch (error) {
      throw databaseError(error)
    }
  }

  function run<Row>({ sql, values }: Query): Promise<Row[]> {
    return whileOpen(async () => (await client()).$queryRawUnsafe<Row[]>(sql, ...values))
  }

  async function close(): Promise<void> {
    closed = true
    listeners.clear()
    await engine.beginClose?.()
    await (await loading)?.$disconnect()
    await engine.release()
  }

  const { committed, transaction, assertWritable } = createWrites(client, engine, assertOpen, listeners.notify)
  const queries = createQueries(run, engine.queries)
  return {
    writers: engine.writers,
    read: readClient(client, assertOpen),
    // A submission waits for it as for its writes, so `/readyz` notes when it fails or takes long.
    queries: { ...queries, intake: (wanted) => committed(() => queries.intake(wanted)) },
    transaction,
    onCommitted: listeners.add,
    readSetting: (name) => whileOpen(() => engine.readSetting(name)),
    ping: () => whileOpen(() => engine.ping()),
    removeRemains: (isStopped) => whileOpen(() => engine.removeRemains(isStopped)),
    load: () => engine.load(),
    assertWritable,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Subscribes to other processes once something listens. */
function createCommitListeners(engine: Engine) {
  const listeners = new Set<CommitListener>()
  let subscribed: Promise<void> | undefined
  const notify: CommitListener = (changes) => {
    for (const listener of listeners) listener(changes)
  }
  return {
    notify,
    async add(listener: CommitListener): Promise<() => void> {
      listeners.add(listener)
      subscribed ??= engine.subscribeToOthers(notify)
      await subscribed
      return () => void listeners.delete(listener)
    },
    clear: () => listeners.clear(),
  }
}

function createWrites(client: Client, engine: Engine, assertOpen: () => void, notify: CommitListener) {
  /** Notifies of the changes that `write` adds to the set, if it succeeds. */
  async function committed<Result>(write: (changes: ChangeSet) => Promise<Result>): Promise<Result> {
    assertOpen()
    const changes = new ChangeSet()
    const slow = setTimeout(() => writeCheck.noteFailure(new DatabaseUnavailable('A write takes long')), slowWriteMs)
    try {
      engine.assertInPlace?.()
      const result = await write(changes)
      // What is acknowledged must be in the database that the next start opens.
      engine.assertInPlace?.()
      if (!changes.isEmpty) notify(changes.take())
      return result
    } catch (cause) {
      const error = databaseError(cause)
      if (error instanceof DatabaseUnavailable) writeCheck.noteFailure(error)
      throw error
    } finally {
      clearTimeout(slow)
    }
  }

  function transaction<Result>(
    work: (transaction: Transaction, statements: Statements) => Promise<Result>,
  ): Promise<Result> {
    return committed(async (changes) => {
      // The timeout exceeds statement_timeout: firing in COMMIT would release the connection twice (prisma/orm#29952).
      return await (await client()).$transaction(
        async (transaction) => {
          const lock = (keys: readonly string[]) => engine.lock(transaction, keys)
          const statements = createStatements(transaction, engine.queries, lock, engine.skipLocked)
          const result = await work(transactionTables(transaction, changes), statements)
          if (!changes.isEmpty) {
            const made = changes.take()
            await engine.notifyOthers(transaction, made)
            changes.add(made)
          }
          return result
        },
        {
          maxWait: 5_000,
          timeout: 15_000,
        },
      )
    })
  }

  const writeCheck = new WriteCheck(() => testWrite({ transaction }))
  return { committed, transaction, assertWritable: () => writeCheck.assertWritable() }
}
