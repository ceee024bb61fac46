import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { type Config, ConfigError } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { newSecret } from './secrets.ts'

/** These are 32 bytes in base64url. */
const keyForm = /^[\w-]{43}$/

type Settings = Pick<Config, 'secretsKey' | 'dataDir' | 'databaseUrl'>

export function secretsKeyFile(dataDir: string): string {
  return join(dataDir, 'secrets.key')
}

/**
 * The key that encrypts secrets in the database: the setting, or on one machine a file that the first start makes.
 *
 * @returns undefined if it is missing: a new one would not open what is stored, and other processes would not have it
 * @throws {ConfigError} for a file that has no key
 */
export async function openSecretsKey(
  { secretsKey, dataDir, databaseUrl }: Settings,
  { read }: Pick<Database, 'read'>,
  log: Pick<BaseLogger, 'warn' | 'error'>,
): Promise<Buffer | undefined> {
  if (secretsKey) return secretsKey
  if (!isSqliteUrl(databaseUrl)) {
    log.warn('SECRETS_KEY is not set, so no one can use an authenticator app as a second factor')
    return undefined
  }
  const path = secretsKeyFile(dataDir)
  const existing = readSecretsKeyFile(path)
  if (existing) {
    // A copied or restored file may have other rights. Only its owner can change them.
    if (statSync(path).uid === process.getuid?.()) chmodSync(path, 0o600)
    return existing
  }
  if ((await read.totpSecret.count()) > 0) {
    log.error(`${path} is missing, so codes of authenticator apps cannot be checked. Put its copy in its place.`)
    return undefined
  }
  mkdirSync(dataDir, { recursive: true })
  createKeyFile(path)
  return readSecretsKeyFile(path)
}

/** @throws {ConfigError} for a file that has no key */
export function readSecretsKeyFile(path: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (!keyForm.test(text)) throw new ConfigError([`${path}: expected 43 characters, as the first start wrote them`])
  return Buffer.from(text, 'base64url')
}

/** Writes the file whole or not at all, and never over another process's file. */
function createKeyFile(path: string): void {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, `${newSecret()}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
