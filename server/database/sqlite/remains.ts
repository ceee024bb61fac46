import { setTimeout as pause } from 'node:timers/promises'
import type { DirectAccess } from './adapter.ts'

/** Pages of the search index that are merged at a time: about 4 MB, in some 20 ms. */
const mergedPages = 1_000

/** Requests have their turn between two steps. */
const pauseMs = 10

const checkpointTries = 50
const checkpointPauseMs = 100

/**
 * Deleted and replaced rows are overwritten at once (`secure_delete`). Their words stay in the search index until it is
 * merged, and all of it in the write-ahead log until that is written back and cut.
 *
 * @returns a function that returns false when stopped, or while some read lasts too long
 */
export function sqliteRemains({ prepare, alone }: DirectAccess) {
  const merge = prepare(`INSERT INTO estimate_search (estimate_search, rank) VALUES ('merge', ?)`)
  const changes = prepare('SELECT total_changes()').pluck()
  const checkpoint = prepare('PRAGMA wal_checkpoint(TRUNCATE)').pluck()

  return async (isStopped: () => boolean): Promise<boolean> => {
    // The first, negative number puts all segments into one merge, which the others continue.
    for (let pages = -mergedPages; ; pages = mergedPages) {
      if (isStopped()) return false
      const before = Number(changes.get())
      await alone(() => merge.run(pages))
      // The statement itself counts as one.
      if (Number(changes.get()) - before < 2) break
      await pause(pauseMs)
    }
    for (let tries = 0; tries < checkpointTries && !isStopped(); tries += 1) {
      const isBusy = await alone(() => Number(checkpoint.get()) !== 0)
      if (!isBusy) return true
      await pause(checkpointPauseMs)
    }
    return false
  }
}
