import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian installs PostgreSQL here, in a folder per major version. */
const versions = '/usr/lib/postgresql'
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']

/**
 * A PostgreSQL with its client programs, which the one from npm lacks.
 *
 * @returns the folder of the programs of the newest version
 */
export function installedPostgresql(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions).toSorted((one, other) => Number(other) - Number(one)) : []
  return found
    .map((version) => join(versions, version, 'bin'))
    .find((bin) => programs.every((program) => existsSync(join(bin, program))))
}
