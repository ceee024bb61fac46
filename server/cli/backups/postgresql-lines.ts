import type { Command } from 'commander'

/** PostgreSQL's own programs take the place of our commands. docs/operations.md has the same lines. */
export const postgresqlLines = {
  backup: 'pg_dump --format=custom --no-owner --no-privileges --file=estimates.dump --dbname="$DATABASE_URL"',
  verify: 'pg_restore --file=/dev/null estimates.dump',
  restore:
    'pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$DATABASE_URL" estimates.dump',
} as const

/** Ends the command like one with wrong arguments, and says what to run. */
export function refusePostgresql(command: Command, name: keyof typeof postgresqlLines): never {
  // The help would hide the line.
  command.showHelpAfterError(false)
  command.error(`error: "${name}" is for SQLite. For PostgreSQL, run:\n\n  ${postgresqlLines[name]}\n`)
}
