import { type BigIntStats, statSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'

type FileStates = { readonly file: BigIntStats | undefined; readonly log: BigIntStats | undefined }

/** The numbers of pages: of all of the log, and of those that a checkpoint has written into the file. */
type LogPages = { readonly log: number | bigint; readonly checkpointed: number | bigint }

/**
 * The database file and its log as they were opened. SQLite itself goes on reading and writing files that were moved,
 * deleted or overwritten.
 */
export class OpenFiles {
  readonly #path: string
  readonly #opened: FileStates
  readonly #countPages: BetterSqlite3.Statement
  readonly #countCommitsOfOthers: BetterSqlite3.Statement
  #changedAt: bigint | undefined
  /** The value differs after each checkpoint. */
  #checkpoint: string | undefined
  #commitsOfOthers: unknown
  #logBytes = 0

  /** @param connection has read the database, so that its log exists */
  constructor(connection: BetterSqlite3.Database) {
    this.#path = connection.name
    this.#opened = this.#now()
    this.#changedAt = this.#opened.file?.mtimeNs
    // NOOP makes no checkpoint.
    this.#countPages = connection.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#countCommitsOfOthers = connection.prepare('PRAGMA data_version').pluck()
    this.#isCheckpoint(this.#opened)
  }

  /** Says what happened to the files, and what to do. */
  problem(): string | undefined {
    const now = this.#now()
    if (!isSame(now.file, this.#opened.file))
      return `The database ${this.#path} was moved, deleted or replaced while the server runs. Move it back, or stop the server and restore the newest backup with the command restore.`
    if (!isSame(now.log, this.#opened.log))
      return `The write-ahead log ${this.#path}-wal was moved, deleted or replaced while the server runs. Stop the server without killing it, which writes what it has of the log into the database, and start it again.`
    if (!this.#isExplained(now))
      return `Another program has overwritten the database ${this.#path} while the server runs. Stop the server and restore the newest backup with the command restore.`
    return undefined
  }

  /** Call after what may make a checkpoint. SQLite does not tell of it while a transaction is open. */
  noteCheckpoint(): void {
    this.#isExplained(this.#now())
  }

  /** The size of the write-ahead log when it was last looked at, which each write does. */
  get logBytes(): number {
    return this.#logBytes
  }

  get isOverwritten(): boolean {
    const { file } = this.#now()
    return isSame(file, this.#opened.file) && file?.mtimeNs !== this.#changedAt
  }

  /** Only checkpoints write the file: after a commit of this process or of another, such as `npm run staff`. */
  #isExplained(now: FileStates): boolean {
    const commitsOfOthers = this.#countCommitsOfOthers.get()
    const isExplained =
      now.file?.mtimeNs === this.#changedAt ||
      this.#isCheckpoint(now) ||
      // Its checkpoint may be followed by so many commits that the log started over.
      commitsOfOthers !== this.#commitsOfOthers
    if (isExplained) {
      this.#changedAt = now.file?.mtimeNs
      this.#commitsOfOthers = commitsOfOthers
    }
    return isExplained
  }

  #isCheckpoint({ log }: FileStates): boolean {
    const pages = this.#countPages.get() as LogPages
    const checkpoint = `${pages.checkpointed} of ${pages.log} at ${log?.mtimeNs}`
    if ((pages.checkpointed < 1 && pages.log > 0) || checkpoint === this.#checkpoint) return false
    this.#checkpoint = checkpoint
    return true
  }

  #now(): FileStates {
    const state = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })
    const states = { file: state(this.#path), log: state(`${this.#path}-wal`) }
    this.#logBytes = Number(states.log?.size ?? 0)
    return states
  }
}

function isSame(one: BigIntStats | undefined, other: BigIntStats | undefined): boolean {
  return one?.dev === other?.dev && one?.ino === other?.ino
}
