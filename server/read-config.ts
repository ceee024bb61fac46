import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, parseConfig } from './config.ts'

/**
 * Reads the settings of this process: its environment, and an `.env` file in the working directory. Names that look like
 * settings and are none are told on the error output.
 *
 * @param instead settings that take the place of these; an empty one is not set
 * @throws {ConfigError}
 */
export function readConfig(instead: Readonly<Record<string, string>> = {}): Config {
  const hasFile = existsSync('.env')
  // What is already in the environment wins.
  if (hasFile) process.loadEnvFile('.env')
  const fileNames = hasFile ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : []
  const config = parseConfig({ ...process.env, ...instead }, process.cwd(), fileNames)
  for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
  return config
}
