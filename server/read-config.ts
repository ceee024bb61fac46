import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, parseConfig } from './config.ts'

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
  const hasFile = existsSync('.env')
  // The environment overrides the file.
  if (hasFile) process.loadEnvFile('.env')
  const fileNames = hasFile ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : []
  return parseConfig({ ...process.env, ...instead }, process.cwd(), fileNames)
}
