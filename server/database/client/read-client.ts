import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import type { ReadClient } from '#server/database/database.ts'
import { databaseError } from './unavailable.ts'

/** A model's methods that only read, by their names. */
export const readMethods = [
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
export function readClient(
  client: PrismaClient,
  models: readonly Prisma.ModelName[],
  assertOpen: () => void,
): ReadClient {
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
