import { existsSync } from 'node:fs'
import { type Config, parseConfig } from './config.ts'

/**
 * Reads the settings of this process: its environment, and an `.env` file in the working directory.
 *
 * @param instead settings that take the place of these; an empty one is not set
 * @throws {ConfigError}
 */
export function readConfig(instead: Readonly<Record<string, string>> = {}): Config {
  // What is already in the environment wins.
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseConfig({ ...process.env, ...instead }, process.cwd())
}
