import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the renames in a folder survive a power cut. */
export function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
