/**
 * While data is moved between databases, both have a row of `_prisma_migrations` that is no migration, so that no version
 * of the program starts on half of the data, or on data that is in use elsewhere. Its `logs` have the details as JSON.
 */
export const moveMarks = {
  /** In the target, until everything is there. */
  target: 'move_into_this_database',
  /** In the source, from then on. */
  source: 'moved_to_another_database',
} as const

/** Rows up to a key, in the order of the keys. */
export type TableProgress = { readonly rows: number; readonly checksum: string; readonly lastKey: string }

/** The details of the target's mark. */
export type MoveState = {
  /** Without a password. */
  readonly from: string
  readonly tables: Readonly<Record<string, TableProgress>>
}

/** The details of the source's mark. */
export type MovedAway = {
  /** The id of the target's mark. */
  readonly move: string
  /** Without a password. */
  readonly to: string
  /** UTC. */
  readonly at: string
}

export function isMoveMark(name: string): boolean {
  return name === moveMarks.target || name === moveMarks.source
}

/** Says why the program does not start. */
export function moveMarkRefusal(name: string, details: string | null): string {
  if (name === moveMarks.target) {
    const from = details ? ` from ${(JSON.parse(details) as MoveState).from}` : ''
    return `Data is being moved into this database${from}, and not all of it is there. Run the same "move" command again, which continues where it stopped.`
  }
  const { to, at } = details ? (JSON.parse(details) as MovedAway) : { to: 'another database', at: '' }
  return `This database was moved to ${to}${at && ` on ${at}`}. Set DATABASE_URL to that address. To go back to this older copy, run the command "reopen".`
}
