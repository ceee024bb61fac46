import { changeDatabase } from '#tests/support/database/query-database.ts'
import { startServer } from './server-process.ts'

/** The lowest that a server takes. What it measures by itself makes a sign-in take three times as long. */
const lowestPasswordCost = 10

/**
 * Has the built server make its database, for tests to begin from copies: a first start takes twice the processor time of
 * another.
 *
 * @param database its address
 */
export async function startOnce(database: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer(settings)
  await server.end('SIGTERM')
  await changeDatabase(database, `update settings set value = '${lowestPasswordCost}' where name = 'password-cost'`)
}
