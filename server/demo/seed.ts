import { v7 as newId } from 'uuid'
import { openPasswordCost } from '#server/auth/password-cost.ts'
import { createPasswordHasher } from '#server/auth/password-hasher.ts'
import { openDatabase } from '#server/database/open.ts'
import { newReference } from '#server/domain/estimates/reference.ts'
import { createLogger } from '#server/logger.ts'
import { demoRequests } from './requests.ts'

/** Who signs in to the demonstration. */
type DemoAdmin = { readonly email: string; readonly password: string }

/** Fills an empty database with made-up requests, for which no mail goes out, and an administrator. */
export async function seedDemo(databaseUrl: string, requests: number, now: Date): Promise<DemoAdmin> {
  const database = await openDatabase({ url: databaseUrl, log: createLogger('error') })
  const hasher = createPasswordHasher(await openPasswordCost(database, { now: () => now }))
  try {
    const admin = { email: 'admin@example.com', password: `${newReference()}-${newReference()}` }
    const passwordHash = await hasher.hash(admin.password)
    await database.transaction(async (transaction, statements) => {
      await statements.insertSubmissions(demoRequests(requests, now), [], [])
      await transaction.user.create({
        data: {
          id: newId({ msecs: now.getTime() }),
          email: admin.email,
          passwordHash,
          role: 'admin',
          confirmedAt: now,
          createdAt: now,
        },
        select: { id: true },
      })
    })
    return admin
  } finally {
    await hasher.close()
    await database.close()
  }
}
