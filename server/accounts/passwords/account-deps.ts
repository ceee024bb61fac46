import type { Client } from '#server/accounts/sessions/client.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { PasswordHasher } from './password-hasher.ts'

export type AccountDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly config: Pick<Config, 'adminEmails' | 'appOrigin'>
  readonly serverKey: Buffer
  readonly secretsKey: Buffer | undefined
  readonly hasher: PasswordHasher
  readonly client: Client
  wakeOutbox(): void
  /** Does work whose time the response must not tell. */
  afterResponse(work: () => Promise<void>): void
}
