import { statSync } from 'node:fs'
import { openSecret } from '#server/accounts/secrets/secret-box.ts'
import { readSecretsKeyFile, secretsKeyFile } from '#server/accounts/secrets/secrets-key.ts'
import { type Config, ConfigError, databasePlace } from '#server/config.ts'
import { broken, type Finding, ok, warning } from '#server/database/finding.ts'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { readStoredSecrets } from '#server/database/stored-secrets.ts'

const about = 'secrets key'
// No backup contains the key.
const putCopy = (path: string) => `Put the copy of ${path} that you keep apart from the backups in its place.`
const resetFactors =
  'have those with an authenticator app sign in with recovery codes, and reset their second factor (staff reset-second-factor EMAIL).'
const setFormer = `Use the former one again; or ${resetFactors}`

/** Checks the key that encrypts secrets in the database: who can read it, and whether it opens what is stored. */
export async function checkSecretsKey(config: Config): Promise<Finding[]> {
  const path = secretsKeyFile(config.dataDir)
  const isOnServer = !isSqliteUrl(config.databaseUrl)
  const rights = isOnServer || config.secretsKey ? [] : checkRights(path)
  let key: Buffer | undefined
  try {
    key = config.secretsKey ?? (isOnServer ? undefined : readSecretsKeyFile(path))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [
      ...rights,
      broken(about, `${path} has no key.`, `${putCopy(path)} Without one, delete it, and ${resetFactors}`),
    ]
  }
  // Another check reports on the database.
  const stored = await readStoredSecrets(databasePlace(config)).catch(() => [])
  if (!key && stored.length > 0)
    return [
      ...rights,
      broken(
        about,
        `It is missing, so the codes of ${stored.length} authenticator apps cannot be checked.`,
        isOnServer
          ? `Set SECRETS_KEY to the former one; or ${resetFactors}`
          : `${putCopy(path)} Without one, ${resetFactors}`,
      ),
    ]
  if (!key && isOnServer)
    return [
      warning(
        about,
        'SECRETS_KEY is not set, so no one can use an authenticator app.',
        'Set it to 32 random bytes in base64url, the same for every process.',
      ),
    ]
  if (!key) return [ok(about, `The first start writes it to ${path}.`)]
  const unreadable = stored.filter(({ userId, secret }) => !opens(key, userId, secret)).length
  if (unreadable === 0) return [...rights, ok(about, 'It opens what is stored.')]
  return [
    ...rights,
    broken(about, `It does not open the secrets of ${unreadable} of ${stored.length} authenticator apps.`, setFormer),
  ]
}

function opens(key: Buffer, userId: string, secret: string): boolean {
  try {
    openSecret(key, { table: 'totp_secrets', column: 'secret', userId }, secret)
    return true
  } catch {
    return false
  }
}

function checkRights(path: string): Finding[] {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file || (file.mode & 0o077) === 0) return []
  return [broken(about, `Other accounts can open ${path}.`, `Run: chmod 600 ${path}`)]
}
