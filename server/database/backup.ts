/** The contents of a database or of a backup. Times are in ISO 8601, in UTC. */
export type Contents = {
  /** Names in order. */
  readonly migrations: readonly string[]
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>
  readonly newestEstimate: string | null
  /** When an estimate, an entry about one or an account was last added. */
  readonly newestChange: string | null
}

type EngineName = 'sqlite' | 'postgresql'

export type BackupEngine = {
  readonly name: EngineName
  readonly title: string
  /** With a dot. */
  readonly extension: string
  /** The names of the migrations that this program knows, in order. */
  readonly migrations: readonly string[]
  /**
   * Copies the database as it is at one moment after the call, while servers use it.
   *
   * @param file exists and is empty
   * @returns what the database had at that moment
   * @throws {BackupFailed}
   */
  copy(from: {
    readonly url: string
    readonly file: string
    readonly onProgress: (done: number, total: number) => void
  }): Promise<Contents>
  /**
   * Reads all of a backup.
   *
   * @throws {BackupFailed} when it is damaged
   */
  read(file: string): Promise<Contents>
  /**
   * Puts a backup in the place of the database.
   *
   * @param options `isForced`: also if the database has newer changes than the backup
   * @returns where the former database is kept, if there was one
   * @throws {BackupFailed} and leaves the database unchanged
   * @throws {DatabaseInUse}
   */
  restore(options: {
    readonly file: string
    readonly contents: Contents
    readonly url: string
    readonly isForced: boolean
    readonly now: Date
  }): Promise<{ readonly keptAs: string | undefined }>
}

/** The message is for the operator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}

/** The tables whose rows people would miss, with the column that says when a row was added. */
export const changeColumns: Readonly<Record<string, string>> = {
  project_estimates: 'created_at',
  estimate_events: 'at',
  users: 'created_at',
}
