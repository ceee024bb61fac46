import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Skipped } from './drill.ts'

/** Where Debian installs PostgreSQL, a folder per major version. */
const versions = '/usr/lib/postgresql'
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']

/**
 * A PostgreSQL with its client programs, which the one from npm lacks.
 *
 * @returns the folder of the programs of the newest version
 * @throws {Skipped} when none is installed
 */
export function installedPostgresql(): string {
  const found = existsSync(versions) ? readdirSync(versions).toSorted((one, other) => Number(other) - Number(one)) : []
  const folder = found
    .map((version) => join(versions, version, 'bin'))
    .find((bin) => programs.every((program) => existsSync(join(bin, program))))
  if (folder === undefined) throw new Skipped('pg_dump is not installed (on Debian: apt-get install postgresql)')
  return folder
}
