import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'

/**
 * The folder for the files of a database that need not outlive the run. It is in memory where Linux has room for them.
 */
export function memoryOrDisk(minFreeBytes: number): string {
  if (!existsSync(memoryFolder)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= minFreeBytes ? memoryFolder : tmpdir()
}
