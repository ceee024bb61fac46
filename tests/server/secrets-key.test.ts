import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sealSecret } from '#server/accounts/secrets/secret-box.ts'
import { openSecretsKey, readSecretsKeyFile, secretsKeyFile } from '#server/accounts/secrets/secrets-key.ts'
import { checkSecretsKey } from '#server/cli/doctor/check-secrets-key.ts'
import { parseConfig } from '#server/config.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

let folder: ReturnType<typeof temporaryFolder>
let path: string
beforeEach(() => {
  folder = temporaryFolder('secrets-key')
  path = secretsKeyFile(folder.path)
})
afterEach(() => folder.remove())

const setting = 'k'.repeat(43)
const config = (settings: Record<string, string> = {}) => parseConfig({ DATA_DIR: folder.path, ...settings }, '/')
const said: string[] = []
const log = { warn: (text: string) => said.push(text), error: (text: string) => said.push(text) } as never
const open = (settings: Record<string, string> = {}, storedSecrets = 0) =>
  openSecretsKey(config(settings), { read: { totpSecret: { count: async () => storedSecrets } } } as never, log)

it('the key that encrypts secrets is made at the first start on one machine, for its owner alone, and stays', async () => {
  const key = await open()
  expect(key).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe(`${key?.toString('base64url')}\n`)
  chmodSync(path, 0o644)
  expect(await open()).toEqual(key)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('the key that encrypts secrets is the same for processes that start at once', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => open()))
  expect(new Set(keys.map((key) => key?.toString('base64url'))).size).toBe(1)
})

it('the key that encrypts secrets is the setting, if there is one', async () => {
  expect(await open({ SECRETS_KEY: setting })).toEqual(Buffer.from(setting, 'base64url'))
  expect(existsSync(path)).toBe(false)
  expect(() => config({ SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY: expected 43 characters')
})

it('the key that encrypts secrets is never made on PostgreSQL, where each process would have another one', async () => {
  expect(await open({ DATABASE_URL: 'postgresql://u:p@127.0.0.1/site' })).toBeUndefined()
  expect(existsSync(path)).toBe(false)
  expect(said.at(-1)).toContain('SECRETS_KEY is not set')
})

it('the key that encrypts secrets is never replaced while secrets wait for a lost one, and a damaged file stops the start', async () => {
  expect(await open({}, 1)).toBeUndefined()
  expect(existsSync(path)).toBe(false)
  expect(said.at(-1)).toContain('Put its copy in its place')
  writeFileSync(path, 'not a key')
  await expect(open()).rejects.toThrow('expected 43 characters')
})

describe('the doctor', () => {
  const states = async (settings: Record<string, string> = {}) =>
    (await checkSecretsKey(config(settings))).map(({ state, text }) => `${state}: ${text}`)

  it('checks who can read the key, and whether it opens what is stored', async () => {
    expect(await states()).toEqual([`ok: The first start writes it to ${path}.`])
    const key = (await open()) ?? Buffer.alloc(0)
    const file = join(folder.path, 'app.db')
    migrateSqlite(file, silentLog)
    expect(await states()).toEqual(['ok: It opens what is stored.'])
    const connection = openConnection(file)
    connection.exec("INSERT INTO users (id, email, created_at) VALUES ('u', 'ada@example.com', '2026-01-05')")
    const place = { table: 'totp_secrets', column: 'secret', userId: 'u' }
    connection.prepare("INSERT INTO totp_secrets (user_id, secret) VALUES ('u', ?)").run(sealSecret(key, place, 'AAAA'))
    connection.close()
    expect(await states()).toEqual(['ok: It opens what is stored.'])
    chmodSync(path, 0o640)
    expect(await states()).toEqual([`broken: Other accounts can open ${path}.`, 'ok: It opens what is stored.'])
    expect(await states({ SECRETS_KEY: setting })).toEqual([
      'broken: It does not open the secrets of 1 of 1 authenticator apps.',
    ])
    rmSync(path)
    expect(await states()).toEqual(['broken: It is missing, so the codes of 1 authenticator apps cannot be checked.'])
    writeFileSync(path, 'x')
    expect(await states()).toEqual([expect.stringMatching(/^broken: Other accounts/), `broken: ${path} has no key.`])
    expect(() => readSecretsKeyFile(path)).toThrow('expected 43 characters')
  })
})
