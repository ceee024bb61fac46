import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import type { ModelName, ReadClient, ReadMethod, Transaction, WriteMethod } from '#server/database/database.ts'
import { secondFactorDutySetting } from '#server/database/queries/queries.ts'
import { type ChangeSet, type Committed, committedEstimates } from './committed.ts'
import { databaseError } from './unavailable.ts'

const readMethods: readonly ReadMethod[] = [
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
]

/** Lists the allowed writes with their changes. */
type ChangesOf<Name extends ModelName> = {
  readonly [Method in WriteMethod & keyof Transaction[Name]]: (
    args: Prisma.Args<PrismaClient[Name], Method>,
  ) => Partial<Committed>
}

const nothing = () => ({})
const silent = { createMany: nothing, updateMany: nothing, deleteMany: nothing }

/** The estimates that a condition on the id selects. */
function changedBy(id: Prisma.ProjectEstimateWhereInput['id']): Partial<Committed> {
  if (typeof id === 'string') return { changed: [id] }
  return Array.isArray(id?.in) ? { changed: id.in } : { all: true }
}

const changesByModel: { readonly [Name in ModelName]: ChangesOf<Name> } = {
  projectEstimate: {
    createMany: ({ data }) => committedEstimates([data].flat()),
    // Keys that are computed for a row of before show nowhere.
    updateMany: ({ where, data }) => ('searchText' in data && !('name' in data) ? {} : changedBy(where?.id)),
    deleteMany: () => ({ all: true }),
  },
  estimateEvent: {
    createMany: ({ data }) => ({ changed: [data].flat().map(({ estimateId }) => estimateId) }),
  },
  estimateExport: { createMany: nothing },
  estimateExportBatch: { createMany: nothing },
  auditEntry: { createMany: nothing },
  session: { ...silent, deleteMany: () => ({ people: true }) },
  user: {
    createMany: () => ({ people: true }),
    updateMany: ({ data }) => ({ people: ['role', 'name', 'secondFactorAt'].some((column) => column in data) }),
    deleteMany: () => ({ people: true }),
  },
  outboxMessage: {
    ...silent,
    // Pages show emails that have failed. Those that are sent would make all pages read again after each request.
    updateMany: ({ where, data }) =>
      data.state === 'failed' && typeof where?.estimateId === 'string' ? changedBy(where.estimateId) : {},
  },
  nudge: silent,
  pushSubscription: silent,
  pushMessage: silent,
  emailToken: silent,
  // Pages read the views again when their window gets the focus.
  savedView: silent,
  attempt: silent,
  setting: {
    createMany: ({ data }) => ({ people: [data].flat().some(({ name }) => name === secondFactorDutySetting) }),
    updateMany: ({ where }) => ({ people: where?.name === secondFactorDutySetting }),
    deleteMany: nothing,
  },
  totpSecret: silent,
  recoveryCode: silent,
  passkey: silent,
  signInChallenge: silent,
  emailChange: silent,
  emailChangeLink: silent,
  // Each change that others see changes the request in the same transaction. Drafts are saved as they are typed.
  proposal: silent,
  visit: silent,
  storedFile: silent,
  fileContent: silent,
  // The event of the request for a review tells pages of it.
  reviewRequest: silent,
}

const modelNames = Object.keys(changesByModel) as ModelName[]

type AnyMethod = (args?: unknown) => Promise<unknown>
type AnyTable = Readonly<Record<ReadMethod | WriteMethod | 'create', AnyMethod>>
type AnyClient = Readonly<Record<ModelName, AnyTable>>

/** Prisma's `create` would also write rows of other tables. */
function assertColumns(data: object): void {
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Uint8Array))
      throw new TypeError(`Unknown argument \`${name}\`: it is not a column`)
}

export function transactionTables(client: Prisma.TransactionClient, changes: ChangeSet): Transaction {
  function table(name: ModelName): object {
    const model = (client as unknown as AnyClient)[name]
    const reads = readMethods.map((method) => [method, (args: unknown) => model[method](args)])
    const writes = Object.entries(changesByModel[name]).map(([method, changed]) => [
      method,
      async (args: never) => {
        const result = (await model[method as WriteMethod](args)) as Prisma.BatchPayload
        if (result.count > 0) changes.add(changed(args))
        return result
      },
    ])
    return {
      ...Object.fromEntries([...reads, ...writes]),
      async create(args: { readonly data: never }) {
        assertColumns(args.data)
        await model.create(args)
        // The types of all tables together are more than the compiler can join.
        const { createMany } = changesByModel[name] as unknown as { createMany(args: unknown): Partial<Committed> }
        changes.add(createMany(args))
      },
    }
  }
  // Most transactions use few tables.
  const tables = modelNames.map((name) => [name, { get: () => table(name), enumerable: true }])
  return Object.defineProperties({} as Transaction, Object.fromEntries(tables))
}

export function readClient(client: () => Promise<PrismaClient>, assertOpen: () => void): ReadClient {
  const tables = modelNames.map((name) => {
    const reads = readMethods.map((method) => [
      method,
      async (args: unknown) => {
        assertOpen()
        try {
          return await ((await client()) as unknown as AnyClient)[name][method](args)
        } catch (error) {
          throw databaseError(error)
        }
      },
    ])
    return [name, Object.fromEntries(reads)]
  })
  return Object.fromEntries(tables)
}
