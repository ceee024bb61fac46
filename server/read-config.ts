import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, parseConfig } from './config.ts'

/**
 * Reads the environment and an `.env` file in the working directory. Warnings go to stderr.
 *
 * @param instead overrides both; an empty setting counts as not set
 * @throws {ConfigError}
 */
export function readConfig(instead: Readonly<Record<string, string>> = {}): Config {
  const hasFile = existsSync('.env')
  // The environment wins over the file.
  if (hasFile) process.loadEnvFile('.env')
  const fileNames = hasFile ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : []
  const config = parseConfig({ ...process.env, ...instead }, process.cwd(), fileNames)
  for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
  return config
}
