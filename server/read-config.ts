import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, ConfigError, parseConfig } from './config.ts'

/**
 * Prints its warnings.
 *
 * @param instead overrides the environment and `.env`
 * @throws {ConfigError}
 */
export function readConfig(instead: Readonly<Record<string, string>> = {}): Config {
  const config = readConfigQuietly(instead)
  for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
  return config
}

/** @throws {ConfigError} */
export function readConfigQuietly(instead: Readonly<Record<string, string>> = {}): Config {
  const file = existsSync('.env') ? readEnvFile('.env') : {}
  // The environment overrides the file. Libraries read some of the settings there.
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value
  return parseConfig({ ...process.env, ...instead }, process.cwd(), Object.keys(file))
}

/** Some editors of Windows begin a file with a byte order mark, or write UTF-16. */
function readEnvFile(path: string): NodeJS.Dict<string> {
  const text = readFileSync(path, 'utf8')
  if (text.includes('\0')) throw new ConfigError([`${path}: expected UTF-8; save it again in that encoding`])
  return parseEnv(text.replace(/^\ufeff/, ''))
}
