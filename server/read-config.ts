import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, parseConfig } from './config.ts'

/**
 * @param instead overrides the environment and `.env`
 * @throws {ConfigError}
 */
export function readConfig(instead: Readonly<Record<string, string>> = {}): Config {
  const hasFile = existsSync('.env')
  // The environment overrides the file.
  if (hasFile) process.loadEnvFile('.env')
  const fileNames = hasFile ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : []
  const config = parseConfig({ ...process.env, ...instead }, process.cwd(), fileNames)
  for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
  return config
}
