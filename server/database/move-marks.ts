/** The message is for the operator. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}

/**
 * Rows of `_prisma_migrations` that are no migrations: no version of the program starts on a database with one. Their `logs`
 * are a {@link MoveMark} as JSON. The target has one until all is there, the source keeps one.
 */
export const moveMarks = { target: 'move_into_this_database', source: 'moved_to_another_database' } as const

/** The addresses have no password. */
type MoveMark = { readonly from: string; readonly to: string; readonly at: string }

/** @returns why the program does not start, or undefined for a migration */
export function moveMarkRefusal(name: string, details: string | null): string | undefined {
  if (name !== moveMarks.target && name !== moveMarks.source) return undefined
  const { from, to, at }: MoveMark = JSON.parse(details ?? '{}')
  return name === moveMarks.target
    ? `A move into this database from ${from} was interrupted. Move again, into an empty database.`
    : `This database was moved to ${to} on ${at}. Set DATABASE_URL to that address. To go back to this older copy, run the command "reopen".`
}
