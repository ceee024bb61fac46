import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import {
  type Database,
  DatabaseUnavailable,
  type EventMethod,
  type NestingMethod,
  type ReadClient,
  type Statements,
  type Transaction,
} from './database.ts'
import { queriesOf } from './queries.ts'
import type { Query, QueryDialect } from './query.ts'
import { databaseError } from './unavailable.ts'

const readMethods = [
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
] as const

type AnyMethod = (...values: unknown[]) => Promise<unknown>

/** A client that has the reading methods and no other, so that no plain write can be made by mistake. */
function readClient(client: PrismaClient, models: readonly Prisma.ModelName[], assertOpen: () => void): ReadClient {
  const entries = models.map((model) => {
    const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Prisma.ModelName>
    const delegate = client[name] as unknown as Record<string, AnyMethod>
    const methods = readMethods.map((method) => [
      method,
      async (...values: unknown[]) => {
        assertOpen()
        try {
          return await delegate[method]?.(...values)
        } catch (error) {
          throw databaseError(error)
        }
      },
    ])
    return [name, Object.fromEntries(methods)]
  })
  return Object.fromEntries(entries) as ReadClient
}

const eventMethods: readonly string[] = [...readMethods, 'create', 'createMany'] satisfies EventMethod[]
const nestingMethods: readonly string[] = ['update', 'upsert'] satisfies NestingMethod[]

/** Leaves some methods out of a model, so that what the types forbid is not there at run time either. */
function limited<Model extends object>(model: Model, isOpen: (method: string) => boolean): Model {
  return new Proxy(model, {
    get: (target, name) => (typeof name === 'string' && !isOpen(name) ? undefined : Reflect.get(target, name)),
  })
}

/** A transaction in which events can only be added. */
function withFixedEvents(transaction: Prisma.TransactionClient): Transaction {
  return new Proxy(transaction, {
    get(target, name) {
      if (name === 'estimateEvent') return limited(target.estimateEvent, (method) => eventMethods.includes(method))
      if (name === 'projectEstimate')
        return limited(target.projectEstimate, (method) => !nestingMethods.includes(method))
      return Reflect.get(target, name)
    },
  })
}

type Engine = {
  readonly models: readonly Prisma.ModelName[]
  readonly writers: number
  readonly queries: QueryDialect
  statements(transaction: Prisma.TransactionClient): Statements
  release(): Promise<void>
}

/** Makes the engine-neutral database out of a connected Prisma client. */
export function databaseFromClient(client: PrismaClient, engine: Engine): Database {
  let closed = false

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

  return {
    writers: engine.writers,
    read: readClient(client, engine.models, assertOpen),
    queries: queriesOf(run, engine.queries),
    async transaction(work) {
      assertOpen()
      try {
        // The time-out is above PostgreSQL's statement_timeout: one that strikes during a COMMIT would release the
        // connection twice (prisma/orm#29952).
        return await client.$transaction(
          (transaction) => work(withFixedEvents(transaction), engine.statements(transaction)),
          {
            maxWait: 5_000,
            timeout: 15_000,
          },
        )
      } catch (error) {
        throw databaseError(error)
      }
    },
    async ping() {
      await run({ sql: 'SELECT 1', values: [] })
    },
    async close() {
      closed = true
      await client.$disconnect()
      await engine.release()
    },
  }
}
