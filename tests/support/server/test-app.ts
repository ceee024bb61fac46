import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { createPasswordHasher, type PasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { buildApp, standardTimeouts } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { createLogger } from '#server/logging/logger.ts'
import type { MailMessage } from '#server/mail/messages/message.ts'
import type { AppRouter } from '#server/trpc/router.ts'
import { testSecretsKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/support/database/test-database.ts'
import { createClientFiles } from './client-files.ts'
import { assertSafeCookies } from './cookie-watch.ts'
import { temporaryFolder } from './server-process.ts'

/**
 * This hasher has the cheapest cost of bcrypt: production's would make a test of ten sign-ins take seconds. All apps of
 * a process share it, because starting the thread of another one takes longer than most tests.
 */
const cheapHasher = createPasswordHasher(4)

type TestAppOptions = {
  /** Settings by their environment names. */
  settings?: Record<string, string>
  /** Production's where left out, but for a shorter wait for arrivals at the end. */
  timeouts?: Partial<typeof standardTimeouts>
  /** Encrypts secrets in the database; null: it is missing. */
  secretsKey?: Buffer | null
  /** If it is set, this app is a second process at the same database. SQLite has to be closed by the first one. */
  beside?: TestApp
  /** Puts something between the app and its database. */
  database?: (database: Database) => Database
  /** Puts something between the app and its password hasher, which is a cheap one. */
  hasher?: (hasher: PasswordHasher) => PasswordHasher
  /** Adds to the built client, or changes it, before the app reads it. */
  addClientFiles?: (clientDir: string) => Promise<void>
}

/** The whole server on a database of its own, with everything around it made of memory and temporary folders. */
export type TestApp = {
  readonly app: FastifyInstance
  readonly database: Database
  readonly databaseUrl: string
  readonly clock: TestClock
  /** Whether its address is an https one, which changes the names of its cookies. */
  readonly secure: boolean
  /** Every message that was handed over for delivery. */
  readonly sent: readonly MailMessage[]
  /** Everything that was logged, one JSON text a line. */
  log(): string
  logLines(): Record<string, unknown>[]
  /** Listens on a free loopback port; answers with the port. */
  listen(): Promise<number>
  /** A POST with a JSON body, without going over the network. */
  call(procedures: string, input: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  dispose(): Promise<void>
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clientFiles = options.addClientFiles ? newClientFiles() : sharedClientFiles()
  await options.addClientFiles?.(clientFiles.clientDir)
  const place = await (options.beside ? openBeside(options.beside) : createTestDatabase())
  const clock = options.beside?.clock ?? new TestClock()
  const sent: MailMessage[] = []
  const lines: string[] = []

  const config = parseConfig({ LOG_LEVEL: 'debug', ...options.settings }, clientFiles.folder)
  const app = await buildApp(config, {
    database: options.database?.(place.database) ?? place.database,
    hasher: options.hasher?.(cheapHasher) ?? cheapHasher,
    serverKey: await openServerKey(place.database, clock),
    secretsKey: options.secretsKey === null ? undefined : (options.secretsKey ?? testSecretsKey),
    clock,
    logger: createLogger(config.logLevel, { write: (line) => lines.push(line) }),
    transport: {
      async send(message) {
        sent.push(message)
        return { providerId: message.id }
      },
    },
    clientDir: clientFiles.clientDir,
    timeouts: { ...standardTimeouts, quietMs: 50, ...options.timeouts },
  })
  await app.ready()

  return {
    app,
    database: place.database,
    databaseUrl: place.url,
    clock,
    secure: config.appOrigin.startsWith('https:'),
    sent,
    log: () => lines.join(''),
    logLines: () => lines.map((line) => JSON.parse(line)),
    async listen() {
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      return Number(new URL(address).port)
    },
    call: (procedures, input, headers = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/trpc/${procedures}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(input),
      }),
    async dispose() {
      await app.close()
      await place.dispose()
      clientFiles.remove()
      assertSafeCookies()
    },
  }
}

type ClientFiles = { readonly folder: string; readonly clientDir: string; remove(): void }

function newClientFiles(): ClientFiles {
  const { path: folder, remove } = temporaryFolder('app')
  return { folder, clientDir: createClientFiles(folder), remove }
}

let shared: ClientFiles | undefined

/** Files that nothing changes, written once for all apps of this process. */
function sharedClientFiles(): ClientFiles {
  if (shared) return shared
  const folder = mkdtempSync(join(inject('runFolder'), 'app-'))
  shared = { folder, clientDir: createClientFiles(folder), remove: () => undefined }
  return shared
}

async function openBeside({ databaseUrl: url }: TestApp): Promise<TestDatabase> {
  const database = await openDatabase({ url, log: silentLog })
  return { url, database, dispose: () => database.close() }
}

/** The client that the browser uses, against a listening test app. */
export function trpcClient(port: number) {
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `http://127.0.0.1:${port}/api/trpc` })] })
}
