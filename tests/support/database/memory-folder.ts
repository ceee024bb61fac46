import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'

/** Where the files of a database go that need not outlive the run: in memory where Linux has room for them. */
export function memoryOrDisk(minFreeBytes: number): string {
  if (!existsSync(memoryFolder)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= minFreeBytes ? memoryFolder : tmpdir()
}
