import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import {
  type CommitListener,
  type Database,
  DatabaseUnavailable,
  type Statements,
  type Transaction,
} from '#server/database/database.ts'
import { queriesOf } from '#server/database/queries/queries.ts'
import type { Query, QueryDialect } from '#server/database/queries/query.ts'
import { WriteCheck } from '#server/database/write-check.ts'
import { ChangeSet, type Committed, committedEstimates } from './committed.ts'
import { readClient, transactionTables } from './tables.ts'
import { databaseError } from './unavailable.ts'

/** The setting that is written to find out whether writing works. */
const writeTest = 'write-test'

type Engine = {
  readonly writers: number
  readonly queries: QueryDialect
  statements(transaction: Prisma.TransactionClient): Statements
  /** Tells other processes of what a transaction does, besides what its statements tell; they hear of it when it is committed. */
  announce(transaction: Prisma.TransactionClient, done: Committed): Promise<void>
  /** Begins to hear of what other processes commit. */
  hearOthers(hear: CommitListener): Promise<void>
  /** Nothing more is asked: what is still waited for need not be. */
  beginClose?(): void
  release(): Promise<void>
}

/** Makes the engine-neutral database out of a connected Prisma client. */
export function databaseFromClient(client: PrismaClient, engine: Engine): Database {
  let closed = false
  const listeners = new Set<CommitListener>()
  const tell = (done: Committed) => {
    for (const listener of listeners) listener(done)
  }
  let hearing: Promise<void> | undefined

  // Prisma would quietly connect again, to a file that another process may hold by then.
  function assertOpen(): void {
    if (closed) throw new DatabaseUnavailable('The database is closed')
  }

  async function run<Row>({ sql, values }: Query): Promise<Row[]> {
    assertOpen()
    try {
      return await client.$queryRawUnsafe<Row[]>(sql, ...values)
    } catch (error) {
      throw databaseError(error)
    }
  }

  /** The engine's statements; those that store requests are noted. */
  function statementsOf(transaction: Prisma.TransactionClient, stored: ChangeSet): Statements {
    const statements = engine.statements(transaction)
    return {
      ...statements,
      async insertNewEstimates(estimates, ...others) {
        await statements.insertNewEstimates(estimates, ...others)
        stored.add(committedEstimates(estimates))
      },
    }
  }

  async function transaction<Result>(
    work: (transaction: Transaction, statements: Statements) => Promise<Result>,
  ): Promise<Result> {
    assertOpen()
    const stored = new ChangeSet()
    const changed = new ChangeSet()
    try {
      // The time-out is above PostgreSQL's statement_timeout: one that strikes during a COMMIT would release the
      // connection twice (prisma/orm#29952).
      const result = await client.$transaction(
        async (transaction) => {
          const result = await work(transactionTables(transaction, changed), statementsOf(transaction, stored))
          if (!changed.isEmpty) {
            const done = changed.take()
            await engine.announce(transaction, done)
            stored.add(done)
          }
          return result
        },
        {
          maxWait: 5_000,
          timeout: 15_000,
        },
      )
      if (!stored.isEmpty) tell(stored.take())
      return result
    } catch (cause) {
      const error = databaseError(cause)
      if (error instanceof DatabaseUnavailable) doubt.noteFailure(error)
      throw error
    }
  }

  // Stored, and not rolled back: SQLite would not have touched the disk by then, so a full one would not show.
  const doubt = new WriteCheck(async () => {
    await transaction(async ({ setting }) => {
      const createdAt = new Date()
      const value = createdAt.toISOString()
      const { count } = await setting.updateMany({ where: { name: writeTest }, data: { value } })
      if (count === 0) await setting.create({ data: { name: writeTest, value, createdAt } })
    })
  })

  return {
    writers: engine.writers,
    read: readClient(client, assertOpen),
    queries: queriesOf(run, engine.queries),
    transaction,
    async onCommitted(listener) {
      listeners.add(listener)
      hearing ??= engine.hearOthers(tell)
      await hearing
      return () => void listeners.delete(listener)
    },
    async ping() {
      await run({ sql: 'SELECT 1', values: [] })
    },
    assertWritable: () => doubt.settle(),
    async close() {
      closed = true
      listeners.clear()
      engine.beginClose?.()
      await client.$disconnect()
      await engine.release()
    },
  }
}
