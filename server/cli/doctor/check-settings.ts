import { statSync } from 'node:fs'
import { type Config, ConfigError } from '#server/config.ts'
import { broken, type Finding, ok, warning } from '#server/database/finding.ts'

const about = 'settings'

/** Reads the settings. Without any that can be used, nothing else can be checked. */
export function checkSettings(read: () => Config): { readonly findings: Finding[]; readonly config?: Config } {
  try {
    const config = read()
    const findings = config.warnings.map((text) => warning(about, text, 'Correct or remove it.'))
    return { config, findings: findings.length > 0 ? findings : [ok(about, 'All settings are understood.')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return {
      findings: error.problems.map((problem) =>
        broken(
          about,
          `${problem}.`,
          'Correct it in the environment or in .env; the README has a table of all settings.',
        ),
      ),
    }
  }
}

/** It may have the password of the database and the token of the mail service. */
export function checkSettingsFile(path: string): Finding[] {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file) return []
  return (file.mode & 0o077) === 0
    ? [ok(about, `Only its owner can read ${path}.`)]
    : [broken(about, `Other accounts can open ${path}, which may have secrets.`, `Run: chmod 600 ${path}`)]
}
